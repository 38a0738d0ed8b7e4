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
 * @throws Error when the root of trust in the configuration is malformed
 */
export function createPageRemotes(config: Config): Remotes {
  const { securityUrl, apiUrl, storeUrl, settings } = config
  return createRemotes({
    ...config,
    authority: readAuthority(settings),
    serviceUrls: [securityUrl, apiUrl, storeUrl],
    createLoader,
  })
}
