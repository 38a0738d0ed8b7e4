import { Suspense } from 'react'
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
  const { opening, onShown, onThrow, retry } = useRelease(remote, isActive)
  const { id, label, columns } = remote.live.tab
  const skeleton = <TabSkeleton label={label} columns={columns} />

  return (
    <div
      role="tabpanel"
      id={panelElementId(id)}
      aria-labelledby={tabElementId(id)}
      className="tab-panel"
      hidden={!isActive}
      data-release={
        opening.status === 'open' && opening.isShown ? `${remote.name}@${opening.release.version}` : undefined
      }
    >
      {opening.status === 'loading' && skeleton}
      {opening.status === 'failed' && <TabFailure label={label} onRetry={retry} />}
      {opening.status === 'open' && (
        <ErrorBoundary key={opening.attempt} fallback={skeleton} onError={onThrow}>
          <Suspense fallback={skeleton}>
            <opening.Tab notify={notify} />
            <Shown onShown={onShown} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
