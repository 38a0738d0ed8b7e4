/** The two services, from the shell's `/config.json`. */
export interface Services {
  /** Base URL of the security service; a trailing slash is optional (D9, base URLs). */
  securityUrl: string
  /** Base URL of the info API, likewise. */
  apiUrl: string
  /** Optional features of the services (D27, optional features); none by default. They are configured, never probed. Unknown names are ignored. */
  features: readonly string[] | undefined
}

let services: Partial<Services> = {}

/** Configures the services; what is not passed stays. The host calls it before it uses this package. */
export function configureServices(changed: Partial<Services>): void {
  services = { ...services, ...changed }
}

/**
 * @returns both base URLs, each with one trailing slash
 * @throws Error when `configureServices` has not been called
 */
export function serviceUrls(): Pick<Services, 'securityUrl' | 'apiUrl'> {
  const { securityUrl, apiUrl } = services
  if (!securityUrl || !apiUrl) throw new Error('The service URLs are not set.')
  return { securityUrl: withTrailingSlash(securityUrl), apiUrl: withTrailingSlash(apiUrl) }
}

/** The configured features, for the props of the tabs. */
export function serviceFeatures(): readonly string[] {
  return services.features ?? []
}

/** True when the services have a feature that this client uses (D27, optional features). */
export function hasFeature(name: 'idempotency' | 'history' | 'revoke'): boolean {
  return serviceFeatures().includes(name)
}

function withTrailingSlash(url: string): string {
  return `${url.replace(/\/+$/, '')}/`
}
