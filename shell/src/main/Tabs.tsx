import { useEffect } from 'react'
import type { RegisteredRemote } from 'registry'
import type { TabProps } from 'shared-auth'
import { useRemotes } from '../remotes'
import { TabPanel } from './TabPanel'
import { TabStrip } from './TabStrip'
import { useActiveTab } from './useActiveTab'
import { useTabViews } from './useTabViews'

/** The tab menu and a panel for each tab. A visited tab stays mounted and keeps its state (D21). */
export function Tabs({ remotes, notify }: TabProps & { remotes: readonly RegisteredRemote[] }) {
  const { prefetch, prefetchPressed } = useRemotes()
  const { tabs, active, activate } = useActiveTab(remotes)
  const { id, label } = active.live.tab
  const { opened, change, leaveFor } = useTabViews(id)

  useEffect(() => {
    document.title = `${label} · Canje`
  }, [label])

  const withTab = (id: string, prepare: (remote: RegisteredRemote) => void) => {
    const remote = tabs.find(({ live }) => live.tab.id === id)
    if (remote) prepare(remote)
  }

  return (
    <>
      <TabStrip
        tabs={tabs.map(({ live }) => live.tab)}
        activeId={id}
        onActivate={(pressed) => {
          // In parallel with the registry request, which rarely names a newer release.
          if (pressed !== id) withTab(pressed, prefetchPressed)
          if (pressed !== id) activate(pressed, leaveFor(pressed))
        }}
        onHover={(hovered) => withTab(hovered, prefetch.prefetchCode)}
      />
      {tabs.map((remote) => (
        <TabPanel
          key={remote.name}
          remote={remote}
          isActive={remote === active}
          notify={notify}
          params={opened[remote.live.tab.id] ?? ''}
          onViewChange={change}
        />
      ))}
    </>
  )
}
