import { type Draft, offerSession, useHostSession } from '@canje/shared-auth/host'
import { OnDemand } from '@canje/shared-ui'
import { layersOfPage } from '@canje/shared-ui/back-layers'
import { useEffect, useState } from 'react'
import { DiagnosisDialog } from '../diagnosis/DiagnosisDialog'
import type { OpenDocument } from '../new-document'
import { type Remotes, RemotesContext, useRemotesState } from '../remotes'
import { MainHeader } from './MainHeader'
import { SessionBar } from './SessionBar'
import { TabSkeleton } from './TabSkeleton'
import { Tabs, type TabsProps } from './Tabs'
import { useGuardAgain } from './useGuardAgain'
import { useRefresh } from './useRefresh'
import { useSessionEnd } from './useSessionEnd'

export interface MainScreenProps {
  remotes: Remotes
  openDocument: OpenDocument
  /** The draft that an expired session of the same person has kept (D29, session storage). */
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
          <MenuTabs draft={open} tabBar={tabBar} />
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
  const isPreviewed = useRemotesState(({ preview }) => !['off', 'waiting', 'loading'].includes(preview.status))
  return isPreviewed ? (
    <OnDemand failure="No se pudo abrir la vista previa." load={loadBanner}>
      {({ default: PreviewBanner }) => <PreviewBanner />}
    </OnDemand>
  ) : null
}

function MenuTabs(props: Pick<TabsProps, 'draft' | 'tabBar'>) {
  const menu = useRemotesState((state) => state.menu)
  const isPreviewLoading = useRemotesState(({ preview }) => preview.status === 'loading')
  useRefresh()

  // It may be the tab that the URL names.
  if (isPreviewLoading) return <TabSkeleton label="las pestañas" />
  return <Tabs menu={menu} {...props} />
}
