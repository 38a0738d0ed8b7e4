import type { Config } from './config'
import { guardEntries } from './remotes/integrity'
import { startPreview } from './remotes/preview'
import { startRegistry } from './remotes/registry-store'
import { configureReports } from './remotes/report'

export { MainScreen } from './main/MainScreen'
export { keepPreviewFor } from './remotes/preview'

/** Begins to fetch what `/main` shows. */
export function startTabs(config: Config): void {
  guardEntries()
  configureReports(config.reportUrl)
  startRegistry(config)
  startPreview(config.previewOrigins)
  // It is in this very chunk; asked for once, it is there for every remote.
  import('shared-ui')
}
