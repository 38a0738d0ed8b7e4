import { Button } from 'primereact/button'
import { endSession } from 'shared-auth'
import { useRegistry } from '../remotes/registry-store'
import { RegistryFailure } from './RegistryFailure'
import { TabSkeleton } from './TabSkeleton'
import { Tabs } from './Tabs'
import { useRegistryRefresh } from './useRegistryRefresh'
import { useSessionEnd } from './useSessionEnd'
import { useSessionNotify } from './useSessionNotify'

/** The admin shell (specification §2, Main screen). */
export function MainScreen() {
  useSessionEnd()

  return (
    <div className="main-screen">
      <header className="main-header">
        <h1>Canje</h1>
        <Button type="button" label="Cerrar sesión" icon="pi pi-sign-out" severity="danger" onClick={endSession} />
      </header>
      <main>
        <RegisteredTabs />
      </main>
    </div>
  )
}

function RegisteredTabs() {
  const registry = useRegistry()
  const notify = useSessionNotify()
  useRegistryRefresh()

  if (registry.status === 'loading') return <TabSkeleton label="las pestañas" columns={5} />
  if (registry.status === 'failed') return <RegistryFailure onRetry={retryRegistry} />
  return <Tabs remotes={registry.remotes} notify={notify} />
}

/** Without the tabs to stand in for, the failure gives way to the skeleton while the registry is asked again. */
function retryRegistry(): void {
  useRegistry.setState({ status: 'loading' })
  useRegistry.getState().reread()
}
