/** Shell and remotes served to a test, without builds. */
export { type Answer, config, get, openSite, type Site, withoutNonce } from './site'
