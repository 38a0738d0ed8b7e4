import type { ExtensionProps, TabProps } from '@canje/shared-auth'
import { serviceFeatures } from '@canje/shared-auth/host'
import { type ComponentType, memo, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { mountOf, type Outlet, type OutletState, outletOf, remoteNamed, useRemotes, useRemotesState } from '../remotes'
import { Failure, type FailureProps } from './Failure'
import { ReleaseRoot, type ReleaseRootProps } from './ReleaseRoot'

/**
 * The state of an outlet. A release is chosen when the outlet becomes active, or once its remote is known. A newer release
 * waits for the next activation, also after a menu without the remote; a fallback replaces one that fails.
 *
 * @param outlet with the same identity while it is the same one
 */
export function useOutlet(outlet: Outlet, isActive: boolean) {
  const { store, activate } = useRemotes()
  const state = useRemotesState((remotes) => outletOf(remotes, outlet))
  const isKnown = useRemotesState((remotes) => remoteNamed(remotes, outlet.remote) !== undefined)
  const activation = isActive && (isKnown || state.status === 'mounted' ? 'opens' : 'waits')

  const onActivate = useEffectEvent(() => activate(outlet))
  useEffect(() => {
    if (activation) onActivate()
  }, [activation])
  useEffect(() => () => store.dispatch({ type: 'close', outlet }), [store, outlet])

  return state
}

interface OutletContentProps<Props> {
  outlet: Outlet
  state: OutletState
  root: Omit<ReleaseRootProps, 'remote' | 'release' | 'children'>
  /** The props of the component of the release. */
  props: Omit<Props, 'overlays' | 'features' | 'settings'>
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  /** Shown when no release is left, or there is none. */
  failure: Pick<FailureProps, 'title' | 'rest' | 'owner'>
}

/** What an outlet shows: a placeholder, an error message, or its release in an error boundary. */
export function OutletContent<Props extends TabProps | ExtensionProps>(content: OutletContentProps<Props>) {
  const { store, settings, threw, retry } = useRemotes()
  const [features] = useState(serviceFeatures)
  const { outlet, state, root, props, placeholder, failure } = content
  const given = settings.known(outlet.remote)
  if (state.status === 'failed') return <Failure {...failure} fault={state.fault} onRetry={() => retry(outlet)} />
  const mount = mountOf(state)
  if (!mount) return root.isActive ? placeholder : null
  const Component = mount.module.default as ComponentType<object>
  return (
    <ErrorBoundary
      key={mount.key}
      fallback={null}
      onError={(error, { componentStack }) => threw(mount, error, componentStack ?? undefined)}
    >
      <Suspense fallback={placeholder}>
        <ReleaseRoot {...root} remote={mount.remote.name} release={mount.release}>
          {(overlays) => <Mounted {...{ Component, ...props, features, overlays, settings: given }} />}
        </ReleaseRoot>
        <OnMounted onMounted={() => store.dispatch({ type: 'mounted', mount })} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Memoized: its table may be large, and what is around it renders often. */
const Mounted = memo(({ Component, ...props }: { Component: ComponentType<object> }) => <Component {...props} />)

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
