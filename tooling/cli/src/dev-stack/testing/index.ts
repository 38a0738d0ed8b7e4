/** A small site for tests, the servers of shell and remotes over fixed files, and a certificate. */

export { selfSigned } from './self-signed'
export { config, get, type HttpResponse, openSite, type Site, withoutNonce } from './site'
