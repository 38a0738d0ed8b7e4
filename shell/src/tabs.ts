import type { Config } from './config'
import { startFederation } from './remotes/federation'
import { guardEntries } from './remotes/integrity'
import { callEarly, loadEarly, remoteOfAddress } from './remotes/open-early'
import { startPreview } from './remotes/preview'
import { configureReports, isShown } from './remotes/report'
import { rereadForEntry } from './remotes/reread'
import { startRegistry } from './remotes/start-registry'

export { MainScreen } from './main/MainScreen'
export { keepPreviewFor } from './remotes/preview'
export { retryOldFailure } from './remotes/reread'

/**
 * Begins to fetch what `/main` shows first.
 *
 * @param registry what the registry answers: it has been asked beside this code
 */
export function startTabs(config: Config, registry: Promise<string>): void {
  configureReports(config.reportUrl)
  startFederation()
  guardEntries(config.registryKeys !== undefined)
  startRegistry(config, registry)
  const previewed = startPreview(config.previewOrigins)
  previewed.then(remoteOfAddress).then((remote) => remote && loadEarly(remote))
}

/**
 * Makes the calls of the tab that `/main` is about to open, and asks for a newer release of it, unless it is there: the
 * guard asks again for a page that comes back.
 */
export async function startCalls(): Promise<void> {
  const remote = await remoteOfAddress()
  if (!remote || isShown(remote.name)) return
  callEarly(remote)
  rereadForEntry(remote)
}
