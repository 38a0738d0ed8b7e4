import type { Credentials } from './security-service'
import type { ServiceAddresses } from './service-urls'

/** @deprecated Since 1.1; only the host configures the services. Does nothing. */
export function configureServices({ securityUrl, apiUrl }: ServiceAddresses): void {
  ignore('configureServices', securityUrl, apiUrl)
}

/** @deprecated Since 1.1; only the host signs in. Does nothing. @returns false */
export async function signIn(credentials: Credentials): Promise<boolean> {
  ignore('signIn', credentials)
  return false
}

/** @deprecated Since 1.1; only the host ends the session. Does nothing. */
export function endSession(): void {
  ignore('endSession')
}

function ignore(name: string, ..._input: unknown[]): void {
  console.warn(`${name}() of shared-auth is deprecated and does nothing.`)
}
