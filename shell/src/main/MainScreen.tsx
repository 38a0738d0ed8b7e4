import { type Draft, offerSession, useHostSession } from '@canje/shared-auth/host'
import { OnDemand } from '@canje/shared-ui'
import { layersOfPage } from '@canje/shared-ui/back-layers'
import { useSessionNotify } from '@canje/shared-ui/host'
import { useEffect, useState } from 'react'
import { DiagnosisDialog } from '../diagnosis/DiagnosisDialog'
import type { OpenDocument } from '../new-document'
import { type Remotes, RemotesContext, useRemotes, useRemotesState, withPreview } from '../remotes'
import { Failure } from './Failure'
import { MainHeader } from './MainHeader'
import { SessionBar } from './SessionBar'
import { TabSkeleton } from './TabSkeleton'
import { Tabs, type TabsProps } from './Tabs'
import { useGuardAgain } from './useGuardAgain'
import { useRegistryRefresh } from './useRegistryRefresh'
import { useSessionEnd } from './useSessionEnd'

export interface MainScreenProps {
  remotes: Remotes
  openDocument: OpenDocument
  /** The draft that an expired session of the same person has kept (D29). */
  draft: Draft | null
}

/** The admin shell (specification §2, Main screen). */
export function MainScreen({ remotes, openDocument, draft }: MainScreenProps) {
  const session = useHostSession(({ id }) => id)
  const [tabBar, setTabBar] = useState<HTMLElement | null>(null)
  const [open] = useState({ draft })
  useSessionEnd(open, openDocument)
  useGuardAgain()
  useEffect(offerSession, [])
  useEffect(() => void layersOfPage(), [])
  if (session === null) return null

  return (
    <RemotesContext value={remotes}>
      <div className="main-screen">
        <MainHeader tabs={setTabBar} />
        <main id="tabla">
          <RegisteredTabs draft={open} tabBar={tabBar} />
        </main>
        <DiagnosisDialog />
        <PreviewPart />
        <SessionBar />
      </div>
    </RemotesContext>
  )
}

const loadBanner = () => import(/* webpackChunkName: 'session' */ './PreviewBanner')

function PreviewPart() {
  const isPreviewed = useRemotesState(({ preview }) => preview.status !== 'off' && preview.status !== 'loading')
  return isPreviewed ? (
    <OnDemand failure="No se pudo abrir la vista previa." load={loadBanner}>
      {({ default: PreviewBanner }) => <PreviewBanner />}
    </OnDemand>
  ) : null
}

function RegisteredTabs(props: Pick<TabsProps, 'draft' | 'tabBar'>) {
  const { retry } = useRemotes().registry
  const registry = useRemotesState((state) => state.registry)
  const preview = useRemotesState((state) => state.preview)
  const notify = useSessionNotify()
  useRegistryRefresh()

  if (registry.status === 'failed')
    return (
      <Failure
        title="No se pudieron cargar las pestañas"
        fault={registry.fault}
        rest="Su sesión sigue abierta."
        onRetry={retry}
      />
    )
  if (registry.status !== 'ready' || preview.status === 'loading') {
    return <TabSkeleton label="las pestañas" />
  }
  // A removed preview remounts the tabs, so that the active one shows its live release at once.
  const key = preview.status === 'off' || preview.status === 'unconfirmed' ? 'live' : preview.url
  return <Tabs key={key} remotes={withPreview(registry.remotes, preview)} notify={notify} {...props} />
}
