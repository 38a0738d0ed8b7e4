import { readAuthority } from '@canje/registry'
import { followOtherWindows, recordRequests, sealContract } from '@canje/shared-auth/host'
import type { Config } from './config'
import { watchDocument } from './new-document'
import { createLoader, createRemotes, type Loader, type Remotes } from './remotes'

export { MainScreen } from './main/MainScreen'
export { openDocument } from './new-document'

/** One per page: it registers the integrity check with the federation runtime, which keeps the first plugin of a name. */
let loader: Loader | undefined

/**
 * Creates the remotes of the page and prefetches the code of the tab that the URL names.
 *
 * @param firstResponse body of the registry, requested in parallel with this code
 * @throws Error when the root of trust in the configuration is malformed
 */
export function startRemotes(config: Config, firstResponse: Promise<string>): Remotes {
  const authority = readAuthority(config.settings ?? {})
  // Before any code of a tab.
  recordRequests()
  sealContract()
  followOtherWindows()
  watchDocument()
  const { reportUrl, previewOrigins } = config
  loader ??= createLoader((config.registryKeys ?? authority) !== undefined)
  const remotes = createRemotes({ source: { ...config, authority }, firstResponse, reportUrl, previewOrigins, loader })
  remotes.prefetchEntryCode()
  return remotes
}
