/** Parts of the Rspack configurations in `rspack.base.ts`. */
export { hostChunks, remoteChunks } from './chunks'
export { containerOf, federationOf, hostConstants, runtimeAliases, runtimeOptimization } from './federation'
export { PageChunksPlugin } from './page-chunks-plugin'
export { type Project, ReleaseManifestPlugin, TAB_CHUNK } from './release-manifest-plugin'
