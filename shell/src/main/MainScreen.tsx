import { type Draft, takeDraft } from '@canje/shared-auth/host'
import { useSessionNotify } from '@canje/shared-ui/host'
import { type RefObject, useState } from 'react'
import { type Remotes, RemotesContext, useRemotes, useRemotesState, withPreview } from '../remotes'
import { MainHeader } from './MainHeader'
import { PreviewBanner } from './PreviewBanner'
import { RegistryFailure } from './RegistryFailure'
import { SessionBar } from './SessionBar'
import { SkipLink } from './SkipLink'
import { TabSkeleton } from './TabSkeleton'
import { Tabs, type TabsProps } from './Tabs'
import { useRegistryRefresh } from './useRegistryRefresh'
import { useSessionEnd } from './useSessionEnd'

/** The admin shell (specification §2, Main screen). */
export function MainScreen({ remotes }: { remotes: Remotes }) {
  const [tabBar, setTabBar] = useState<HTMLElement | null>(null)
  const [draft] = useState<RefObject<Draft | null>>(() => ({ current: takeDraft() }))
  useSessionEnd(draft, remotes.preview.remove)

  return (
    <RemotesContext value={remotes}>
      <div className="main-screen">
        <SkipLink />
        <MainHeader tabs={setTabBar} />
        <main>
          <RegisteredTabs draft={draft} tabBar={tabBar} />
        </main>
        <PreviewBanner />
        <SessionBar />
      </div>
    </RemotesContext>
  )
}

function RegisteredTabs(props: Pick<TabsProps, 'draft' | 'tabBar'>) {
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
  return <Tabs key={key} remotes={withPreview(registry.remotes, preview)} notify={notify} {...props} />
}
