import { type ComponentType, memo, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { RegisteredRemote } from 'registry'
import type { TabProps } from 'shared-auth'
import { Shown } from './Shown'
import { TabFailure } from './TabFailure'
import { TabSkeleton } from './TabSkeleton'
import { panelElementId, tabElementId } from './TabStrip'
import { useRelease } from './useRelease'

interface TabPanelProps extends TabProps {
  remote: RegisteredRemote
  isActive: boolean
}

/** A tab of a remote, alone with its loading, its failures and its retries. */
export function TabPanel({ remote, isActive, notify }: TabPanelProps) {
  const { opening, mounts, onThrow, retry } = useRelease(remote, isActive)
  const { id, label, columns } = remote.live.tab
  const skeleton = <TabSkeleton label={label} columns={columns} />

  return (
    <div
      role="tabpanel"
      id={panelElementId(id)}
      aria-labelledby={tabElementId(id)}
      className="tab-panel"
      hidden={!isActive}
      data-release={opening.status === 'open' ? `${remote.name}@${opening.release.version}` : undefined}
    >
      {opening.status === 'loading' && mounts.length === 0 && skeleton}
      {opening.status === 'failed' && <TabFailure label={label} onRetry={retry} />}
      {mounts.map((mount, index) => (
        <ErrorBoundary key={mount.key} fallback={null} onError={(error) => onThrow(mount, error)}>
          <Suspense fallback={index === 0 && skeleton}>
            <MountedTab Tab={mount.Tab} notify={notify} />
            <Shown onShown={mount.onShown} />
          </Suspense>
        </ErrorBoundary>
      ))}
    </div>
  )
}

/** Drawn by nothing but its own changes: its table may be large. */
const MountedTab = memo(({ Tab, notify }: TabProps & { Tab: ComponentType<TabProps> }) => <Tab notify={notify} />)
