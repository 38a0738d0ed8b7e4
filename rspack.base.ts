/** The Rspack configurations of the shell and of remotes. Remotes in other repositories import the same ones. */
export { hostConfig, remoteConfig } from '@canje/build/rspack'
