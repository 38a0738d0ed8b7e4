import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import {
  type Mount,
  mountOf,
  type Outlet,
  type OutletState,
  remoteNamed,
  useRemotes,
  useRemotesState,
} from '../remotes'
import { Failure, type FailureProps } from './Failure'

interface OutletContentProps {
  outlet: Outlet
  state: OutletState
  isActive: boolean
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  /** Shown when no release is left, or none is known. */
  failure: Pick<FailureProps, 'title' | 'rest' | 'owner'>
  children: (mount: Mount) => ReactNode
}

/** What an outlet shows: a placeholder, an error message, or its release in an error boundary. */
export function OutletContent({ children, ...props }: OutletContentProps) {
  const { mounted, threw } = useRemotes()
  const { state, placeholder } = props
  if (state.status === 'loading') return placeholder
  const mount = mountOf(state)
  if (!mount) return <Unmounted {...props} />
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

/** What an outlet shows that no release is left of, or that waits for the registry to name one. */
function Unmounted({ outlet, state, isActive, placeholder, failure }: Omit<OutletContentProps, 'children'>) {
  const { retry, registry: client } = useRemotes()
  const isKnown = useRemotesState((remotes) => remoteNamed(remotes, outlet.remote) !== undefined)
  const registry = useRemotesState((remotes) => remotes.registry)
  if (isKnown) {
    if (state.status !== 'failed') return null
    return <Failure {...failure} fault={state.fault} onRetry={() => retry(outlet)} />
  }
  if (!isActive) return null
  if (registry.status === 'loading') return placeholder
  if (registry.status === 'ready')
    return <Failure {...failure} fault={{ kind: 'not-available' }} onRetry={client.retry} />
  return <Failure {...failure} fault={registry.fault} rest="Su sesión sigue abierta." onRetry={client.retry} />
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
