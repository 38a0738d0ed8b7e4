import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { RegisteredRemote } from 'registry'
import type { TabProps } from 'shared-auth'
import { loadTab } from '../remotes/load-tab'
import { TabFailure } from './TabFailure'
import { TabSkeleton } from './TabSkeleton'

/** A tab of a remote, alone with its loading, its failures and its retries. */
export function RemoteTab({ remote, notify }: TabProps & { remote: RegisteredRemote }) {
  const { label, columns } = remote.live.tab
  // A lazy component remembers its failure, so every attempt gets one of its own.
  const attempt = () => lazy(() => loadTab(remote))
  const [Tab, setTab] = useState(attempt)

  return (
    <ErrorBoundary
      onReset={() => setTab(attempt)}
      fallbackRender={({ resetErrorBoundary }) => <TabFailure label={label} onRetry={resetErrorBoundary} />}
    >
      <Suspense fallback={<TabSkeleton label={label} columns={columns} />}>
        <Tab notify={notify} />
      </Suspense>
    </ErrorBoundary>
  )
}
