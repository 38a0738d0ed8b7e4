import { listenToOtherWindows, restoreLastEndReason } from '@canje/shared-auth/host'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { SLOW_MS, SlowNotice } from '@canje/shared-ui/slow-notice'
import { createRoot, type Root } from 'react-dom/client'
import '@canje/shared-ui/theme.css'
import './shell.css'
import { App } from './App'
import { AppFailure } from './AppFailure'
import { type Config, loadConfig } from './config'
import { nameEntry } from './history-layers'
import { host } from './host'
import { leaveKeysToInputMethod } from './input-method'
import type { LoadMain } from './preload-main'
import { storeRequestedPreview } from './remotes'
import { restoreLink } from './return-path'

export type { Main } from './preload-main'

/**
 * Reads the configuration and renders the application, or an error page.
 *
 * @param createLoadMain creates the loader of the main screen
 */
export function startShell(createLoadMain: (config: Config) => LoadMain): void {
  leaveKeysToInputMethod()
  restoreLink()
  nameEntry()
  restoreLastEndReason()
  setSpanishLocale()
  storeRequestedPreview()
  // `index.html` replaces the root with the error page when another file fails to load.
  const element = document.getElementById('root')
  if (element) start(createRoot(element), createLoadMain)
}

async function start(root: Root, createLoadMain: (config: Config) => LoadMain): Promise<void> {
  const slow = setTimeout(() => root.render(<StartPending />), SLOW_MS)
  try {
    const config = await loadConfig().finally(() => clearTimeout(slow))
    host.configureServices(config)
    host.configureFeatures(config.features)
    listenToOtherWindows()
    root.render(<App loadMain={createLoadMain(config)} />)
  } catch (error) {
    console.error(error)
    root.render(<AppFailure error={error} />)
  }
}

/** Rendered while the configuration is slow, instead of an empty page. */
function StartPending() {
  return (
    <main className="guard-pending">
      <SlowNotice wait="slow" />
    </main>
  )
}
