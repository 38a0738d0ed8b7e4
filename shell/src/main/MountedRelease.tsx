import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { type Mount, mountOf, type OutletState, useRemotes } from '../remotes'

interface MountedReleaseProps {
  state: OutletState
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  children: (mount: Mount) => ReactNode
}

/** The release that an outlet renders, in an error boundary. */
export function MountedRelease({ state, placeholder, children }: MountedReleaseProps) {
  const { mounted, threw } = useRemotes()
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
