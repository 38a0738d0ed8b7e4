import { readAuthority } from '@canje/registry'
import type { Config } from './config'
import { createLoader, createRemotes, type FirstState, type Remotes } from './remotes'

/** What the login screen does not need. */
export { sealContract } from '@canje/shared-auth/host'
export { MainScreen } from './main/MainScreen'
export { openDocument, watchDocument } from './new-document'

/**
 * Creates the remotes of the page.
 *
 * @param firstState of the URL's tab, requested in parallel with this code
 * @throws Error when the root of trust in the configuration is malformed
 */
export function createPageRemotes(config: Config, firstState?: FirstState): Remotes {
  const { reportUrl, previewOrigins, securityUrl, apiUrl, storeUrl, settings } = config
  return createRemotes({
    source: { storeUrl, authority: readAuthority(settings) },
    firstState,
    reportUrl,
    previewOrigins,
    serviceUrls: [securityUrl, apiUrl, storeUrl],
    loader: createLoader(),
  })
}
