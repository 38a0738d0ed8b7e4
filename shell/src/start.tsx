import { configureServices, followOtherWindows } from '@canje/shared-auth/host'
import { AppProviders } from '@canje/shared-ui/host'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { SlowStart } from '@canje/shared-ui/slow-notice'
import { createRoot } from 'react-dom/client'
import '@canje/shared-ui/theme.css'
import './shell.css'
import { AppFailure } from './AppFailure'
import { type Config, loadConfig } from './config'
import { nameEntry, UrlRouter } from './history-layers'
import { leaveKeysToInputMethod } from './input-method'
import { storeRequestedPreview } from './remotes'
import { restoreLink } from './return-path'
import { type LoadMain, type Main, Screens } from './Screens'

export type { Main } from './Screens'

/**
 * Starts the page: prepares the document, reads the configuration, and renders the application or an error page.
 *
 * @param createLoadMain creates the loader of the main screen
 */
export async function startPage(createLoadMain: (config: Config) => LoadMain): Promise<void> {
  prepareDocument()
  // `index.html` replaces the root with the error page when another file fails to load.
  const element = document.getElementById('root')
  if (!element) return
  const root = createRoot(element)
  root.render(<StartPending />)
  try {
    const config = await loadConfig()
    configureServices(config)
    followOtherWindows()
    root.render(
      <AppProviders>
        <UrlRouter>
          <Screens loadMain={createLoadMain(config)} />
        </UrlRouter>
      </AppProviders>,
    )
  } catch (error) {
    console.error(error)
    root.render(<AppFailure error={error} />)
  }
}

function prepareDocument(): void {
  leaveKeysToInputMethod()
  restoreLink()
  nameEntry()
  setSpanishLocale()
  storeRequestedPreview()
}

/** Rendered until the configuration is read: it says when that is slow. */
function StartPending() {
  return (
    <main className="guard-pending">
      <SlowStart />
    </main>
  )
}

type MainChunk = typeof import('./main-chunk')

const loadChunk = (): Promise<MainChunk> => import(/* webpackChunkName: 'tabs' */ './main-chunk')

/**
 * Creates the function that starts the main screen.
 *
 * @param load loads the code; that of tests is their own
 */
export function createMainLoader(config: Config, load: () => Promise<MainChunk> = loadChunk): LoadMain {
  let main: Promise<Main> | undefined
  return () => {
    main ??= startMain(config, load).catch((error: unknown) => {
      main = undefined
      throw error
    })
    return main
  }
}

/** Loads the main screen, and protects what tabs share before code of a tab can run. */
async function startMain(config: Config, load: () => Promise<MainChunk>): Promise<Main> {
  const { MainScreen, openDocument, createPageRemotes, sealContract, watchDocument } = await load()
  const remotes = createPageRemotes(config)
  sealContract()
  watchDocument()
  remotes.prefetchEntry()
  return { MainScreen, remotes, openDocument }
}
