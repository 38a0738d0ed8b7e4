import { AppProviders } from '@canje/shared-ui/host'
import { UrlRouter } from './history-layers'
import { type LoadMain, Screens } from './Screens'

/** The shell: its screens within the providers of PrimeReact and toasts. */
export function App({ loadMain }: { loadMain: LoadMain }) {
  return (
    <AppProviders>
      <UrlRouter>
        <Screens loadMain={loadMain} />
      </UrlRouter>
    </AppProviders>
  )
}
