import type { RegisteredRemote } from '@canje/registry'
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { type Mount, mountOf, type Outlet, type OutletState, useRemotes } from '../remotes'
import { Failure, type FailureProps } from './Failure'

interface OutletContentProps {
  outlet: Outlet
  remote: RegisteredRemote
  state: OutletState
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  /** Shown when no release is left. */
  failure: Pick<FailureProps, 'title' | 'rest'>
  children: (mount: Mount) => ReactNode
}

/** What an outlet shows: a placeholder, an error message, or its release in an error boundary. */
export function OutletContent({ outlet, remote, state, placeholder, failure, children }: OutletContentProps) {
  const { mounted, threw, retry, ownerOf } = useRemotes()
  if (state.status === 'failed') {
    const owner = ownerOf(remote.name)
    return <Failure {...failure} fault={state.fault} owner={owner} onRetry={() => retry(outlet, remote)} />
  }
  if (state.status === 'loading') return placeholder
  const mount = mountOf(state)
  if (!mount) return null
  return (
    <ErrorBoundary
      key={mount.key}
      fallback={null}
      onError={(error, { componentStack }) => threw(mount, error, componentStack ?? undefined)}
    >
      <Suspense fallback={placeholder}>
        {children(mount)}
        <OnMounted onMounted={() => mounted(mount)} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Calls `onMounted` once its siblings and their effects have mounted without throwing. */
function OnMounted({ onMounted }: { onMounted: () => void }) {
  const callback = useEffectEvent(onMounted)
  useEffect(() => {
    // An effect that throws unmounts this component before the timer fires.
    const timer = setTimeout(() => callback(), 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}
