import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { RegisteredRemote } from 'registry'
import type { TabProps } from 'shared-auth'
import { loadTab } from '../remotes/load-tab'
import { reread } from '../remotes/registry-store'
import { TabFailure } from './TabFailure'
import { TabSkeleton } from './TabSkeleton'

/** A tab of a remote, alone with its loading, its failures and its retries. */
export function RemoteTab({ remote, notify }: TabProps & { remote: RegisteredRemote }) {
  const { label, columns } = remote.live.tab
  // A lazy component remembers its failure, so every attempt gets one of its own.
  const [Tab, setTab] = useState(() => lazy(() => loadTab(remote)))
  const retry = () => setTab(lazy(async () => loadTab(await reread(remote))))

  return (
    <ErrorBoundary
      onReset={retry}
      fallbackRender={({ resetErrorBoundary }) => <TabFailure label={label} onRetry={resetErrorBoundary} />}
    >
      <Suspense fallback={<TabSkeleton label={label} columns={columns} />}>
        <Tab notify={notify} />
      </Suspense>
    </ErrorBoundary>
  )
}
