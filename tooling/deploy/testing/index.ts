/** Runs an installed Caddy or nginx with the configurations of this package. */
export { caddy } from './caddy'
export { nginx } from './nginx'
export { isInstalled, type RunningServer, start } from './web-server'
