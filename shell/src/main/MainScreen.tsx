import { Button } from 'primereact/button'
import { endSession } from 'shared-auth'
import { useSessionNotify } from 'shared-ui/host'
import { type Remotes, RemotesContext, useRemotes, useRemotesState, withPreview } from '../remotes'
import { PreviewBanner } from './PreviewBanner'
import { RegistryFailure } from './RegistryFailure'
import { TabSkeleton } from './TabSkeleton'
import { Tabs } from './Tabs'
import { useRegistryRefresh } from './useRegistryRefresh'
import { useSessionEnd } from './useSessionEnd'
import { replaceFragment } from './useTabViews'

/** The admin shell (specification §2, Main screen). */
export function MainScreen({ remotes }: { remotes: Remotes }) {
  useSessionEnd(remotes.preview.remove)

  return (
    <RemotesContext value={remotes}>
      <div className="main-screen">
        <header className="main-header">
          <h1>Canje</h1>
          <Button type="button" label="Cerrar sesión" icon="pi pi-sign-out" severity="danger" onClick={signOut} />
        </header>
        <main>
          <RegisteredTabs />
        </main>
        <PreviewBanner />
      </div>
    </RemotesContext>
  )
}

/** Signs out by button: the next person does not see the view (D24). */
function signOut(): void {
  replaceFragment('')
  endSession()
}

function RegisteredTabs() {
  const { retry } = useRemotes().registry
  const registry = useRemotesState((state) => state.registry)
  const preview = useRemotesState((state) => state.preview)
  const notify = useSessionNotify()
  useRegistryRefresh()

  if (registry.status === 'failed') return <RegistryFailure onRetry={retry} />
  if (registry.status !== 'ready' || preview.status === 'loading') {
    return <TabSkeleton label="las pestañas" columns={5} />
  }
  // A removed preview remounts the tabs, so that the active one shows its live release at once.
  const key = preview.status === 'off' || preview.status === 'unconfirmed' ? 'live' : preview.url
  return <Tabs key={key} remotes={withPreview(registry.remotes, preview)} notify={notify} />
}
