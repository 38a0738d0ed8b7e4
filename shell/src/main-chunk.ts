import { readAuthority } from '@canje/registry'
import type { Config } from './config'
import { createLoader, createRemotes, type Remotes } from './remotes'

/** What the login screen does not need. */
export { sealContract } from '@canje/shared-auth/host'
export { MainScreen } from './main/MainScreen'
export { openDocument, watchDocument } from './new-document'

/**
 * Creates the remotes of the page.
 *
 * @param firstResponse body of the registry, requested in parallel with this code
 * @throws Error when the root of trust in the configuration is malformed
 */
export function createPageRemotes(config: Config, firstResponse: Promise<string>): Remotes {
  const authority = readAuthority(config.settings ?? {})
  const { reportUrl, previewOrigins, securityUrl, apiUrl, registryUrl } = config
  const serviceUrls = [securityUrl, apiUrl, registryUrl]
  return createRemotes({
    source: { ...config, authority },
    firstResponse,
    reportUrl,
    previewOrigins,
    serviceUrls,
    loader: createLoader((config.registryKeys ?? authority) !== undefined),
  })
}
