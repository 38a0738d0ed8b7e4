import { useEffect, useState } from 'react'
import type { RegisteredRemote } from 'registry'
import type { TabProps } from 'shared-auth'
import { RemoteTab } from './RemoteTab'
import { panelElementId, TabStrip, tabElementId } from './TabStrip'
import { useActiveTab } from './useActiveTab'

/** The tab strip and one panel a tab; a visited tab stays mounted and keeps its state (D21). */
export function Tabs({ remotes, notify }: TabProps & { remotes: RegisteredRemote[] }) {
  const [active, activate] = useActiveTab(remotes)
  const visited = useVisited(active.name)

  useEffect(() => {
    document.title = `${active.live.tab.label} · Canje`
  }, [active.live.tab.label])

  return (
    <>
      <TabStrip tabs={remotes.map(({ live }) => live.tab)} activeId={active.live.tab.id} onActivate={activate} />
      {remotes.map((remote) => (
        <div
          key={remote.name}
          role="tabpanel"
          id={panelElementId(remote.live.tab.id)}
          aria-labelledby={tabElementId(remote.live.tab.id)}
          className="tab-panel"
          hidden={remote !== active}
        >
          {visited.has(remote.name) && <RemoteTab remote={remote} notify={notify} />}
        </div>
      ))}
    </>
  )
}

function useVisited(activeName: string): ReadonlySet<string> {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([activeName]))
  if (!visited.has(activeName)) setVisited(new Set([...visited, activeName]))
  return visited
}
