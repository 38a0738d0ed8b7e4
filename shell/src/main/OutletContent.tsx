import type { ExtensionProps, TabProps } from '@canje/shared-auth'
import { type ComponentType, memo, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { mountOf, type Outlet, type OutletState, remoteNamed, useRemotes, useRemotesState } from '../remotes'
import { Failure, type FailureProps } from './Failure'
import { ReleaseRoot, type ReleaseRootProps } from './ReleaseRoot'

interface OutletContentProps<Props> {
  outlet: Outlet
  state: OutletState
  root: Omit<ReleaseRootProps, 'remote' | 'release' | 'children'>
  /** The props of the component of the release. */
  props: Omit<Props, 'overlays'>
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  /** Shown when no release is left, or none is known. */
  failure: Pick<FailureProps, 'title' | 'rest' | 'owner'>
}

/** What an outlet shows: a placeholder, an error message, or its release in an error boundary. */
export function OutletContent<Props extends TabProps | ExtensionProps>(content: OutletContentProps<Props>) {
  const { mounted, threw } = useRemotes()
  const { state, root, props, placeholder } = content
  if (state.status === 'loading') return placeholder
  const mount = mountOf(state)
  if (!mount) return <Unmounted {...content} />
  const Component = mount.module.default as ComponentType<object>
  return (
    <ErrorBoundary
      key={mount.key}
      fallback={null}
      onError={(error, { componentStack }) => threw(mount, error, componentStack ?? undefined)}
    >
      <Suspense fallback={placeholder}>
        <ReleaseRoot {...root} remote={mount.remote.name} release={mount.release}>
          {(overlays) => <Mounted Component={Component} {...props} overlays={overlays} />}
        </ReleaseRoot>
        <OnMounted onMounted={() => mounted(mount)} />
      </Suspense>
    </ErrorBoundary>
  )
}

type UnmountedProps = Omit<OutletContentProps<object>, 'props'>

/** What an outlet shows that no release is left of, or that waits for the state of its remote. */
function Unmounted({ outlet, state, root, placeholder, failure }: UnmountedProps) {
  const { retry, states } = useRemotes()
  const isKnown = useRemotesState((remotes) => remoteNamed(remotes, outlet.remote) !== undefined)
  const known = useRemotesState((remotes) => remotes.states[outlet.remote])
  const isListed = useRemotesState(({ menu }) => menu.some(({ name }) => name === outlet.remote))
  if (isKnown) {
    if (state.status !== 'failed') return null
    return <Failure {...failure} fault={state.fault} onRetry={() => retry(outlet)} />
  }
  if (!root.isActive) return null
  if (!known && isListed) return placeholder
  const onRetry = () => states.retry(outlet.remote)
  if (known?.status === 'failed')
    return <Failure {...failure} fault={known.fault} rest="Su sesión sigue abierta." onRetry={onRetry} />
  return <Failure {...failure} fault={{ kind: 'not-available' }} onRetry={onRetry} />
}

interface MountedProps {
  Component: ComponentType<object>
  overlays: HTMLElement
}

/** Memoized: its table may be large, and what is around it renders often. */
const Mounted = memo(({ Component, ...props }: MountedProps) => <Component {...props} />)

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
