import { signIn } from './authentication'
import { configureFeatures } from './features'
import { configureServices } from './service-urls'
import { endSession } from './session'

/** What only the host of a page may do: the shell, or the test kit. */
export interface HostCapability {
  configureServices: typeof configureServices
  configureFeatures: typeof configureFeatures
  signIn: typeof signIn
  endSession: typeof endSession
}

let capability: HostCapability | undefined = {
  configureServices,
  configureFeatures,
  signIn,
  endSession,
}

/**
 * Hands out the capability of the host, once per page. The host claims it before it runs code of a tab.
 *
 * @throws Error when it has been claimed
 */
export function claimHost(): HostCapability {
  if (!capability) throw new Error('This page has a host: a tab cannot configure services, or start or end a session.')
  const claimed = capability
  capability = undefined
  return claimed
}
