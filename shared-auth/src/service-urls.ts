/** Base URLs of the two services, from the shell's `/config.json`. */
export interface ServiceAddresses {
  securityUrl: string
  apiUrl: string
}

let urls: ServiceAddresses | undefined

/**
 * Sets the base URLs of the security service and the info API. The shell calls it once, before using this package.
 * A trailing slash is optional (D9).
 */
export function configureServices({ securityUrl, apiUrl }: ServiceAddresses): void {
  urls = { securityUrl: withTrailingSlash(securityUrl), apiUrl: withTrailingSlash(apiUrl) }
}

/**
 * @returns both base URLs, each with one trailing slash
 * @throws Error when `configureServices` has not been called
 */
export function serviceUrls(): ServiceAddresses {
  if (!urls) throw new Error('The service URLs are not set.')
  return urls
}

function withTrailingSlash(url: string): string {
  return `${url.replace(/\/+$/, '')}/`
}
