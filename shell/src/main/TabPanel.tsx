import type { ListedRemote } from '@canje/registry'
import type { TabProps } from '@canje/shared-auth'
import { receiptsOf } from '@canje/shared-auth/host'
import { notify } from '@canje/shared-ui/host'
import { useMemo } from 'react'
import { openDiagnosis } from '../diagnosis/DiagnosisDialog'
import { tabOutlet } from '../remotes'
import { NO_SLOTS, useExtensions } from './extensions'
import { FallbackNote } from './FallbackNote'
import { OutletContent, useOutlet } from './OutletContent'
import { TabSkeleton } from './TabSkeleton'
import { panelElementId, tabElementId } from './TabStrip'
import { draftOf, type OpenDraft, useViewProp } from './tab-props'
import type { TabViews, View } from './useTabViews'

interface TabPanelProps {
  listed: ListedRemote
  isActive: boolean
  draft: OpenDraft
  view: View
  onViewChange: TabViews['change']
}

/** The panel of a remote's tab, which isolates its loading, failures and retries from other tabs. */
export function TabPanel({ listed, isActive, draft, view, onViewChange }: TabPanelProps) {
  const { name, owner } = listed
  const { id, label } = listed.tab
  const outlet = useMemo(() => tabOutlet(name), [name])
  const tab = useOutlet(outlet, isActive)
  const viewProp = useViewProp(isActive, view, (changed, isPushed) => onViewChange(id, changed, isPushed))
  const tabDraft = useMemo(() => draftOf(id, draft), [id, draft])
  const receipts = useMemo(() => receiptsOf(id), [id])
  const extensions = useExtensions(NO_SLOTS)

  return (
    <div
      role="tabpanel"
      id={panelElementId(id)}
      aria-labelledby={tabElementId(id)}
      className="tab-panel"
      hidden={!isActive}
      data-release={tab.status === 'mounted' ? `${name}@${tab.mount.release.version}` : undefined}
    >
      <h2 className="visually-hidden" tabIndex={-1} data-tab-heading>
        {label}
      </h2>
      <OutletContent<TabProps>
        outlet={outlet}
        state={tab}
        root={{ className: 'tab-root', isActive }}
        props={{ notify, view: viewProp, draft: tabDraft, receipts, extensions, openDiagnosis }}
        placeholder={<TabSkeleton label={label} />}
        failure={{
          title: `No se pudo mostrar la pestaña ${label}`,
          rest: 'Las demás pestañas siguen funcionando.',
          owner,
        }}
      />
      {tab.status === 'mounted' && <FallbackNote mount={tab.mount} />}
    </div>
  )
}
