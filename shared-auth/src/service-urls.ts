/** Base addresses of the two services, as the shell's `/config.json` gives them. */
export interface ServiceAddresses {
  securityUrl: string
  apiUrl: string
}

let addresses: ServiceAddresses | undefined

/**
 * Sets where the security service and the info API are. The shell calls it once, before anything else of this package.
 * With or without a trailing slash, an address means the same (D9).
 */
export function configureServices({ securityUrl, apiUrl }: ServiceAddresses): void {
  addresses = { securityUrl: withTrailingSlash(securityUrl), apiUrl: withTrailingSlash(apiUrl) }
}

/**
 * @returns both addresses, each with one trailing slash
 * @throws Error when `configureServices` has not been called
 */
export function serviceAddresses(): ServiceAddresses {
  if (!addresses) throw new Error('No service addresses yet: the host must call configureServices() before any call.')
  return addresses
}

function withTrailingSlash(url: string): string {
  return `${url.replace(/\/+$/, '')}/`
}
