/** The Rspack configurations of the shell and of remotes. */
export { compileOnLoad } from './compile-hints'
export { hostConfig, remoteConfig } from './config'
export { PageChunksPlugin } from './page-chunks-plugin'
