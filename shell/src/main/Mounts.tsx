import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { type Mount, mountsOf, type OutletState, useRemotes } from '../remotes'

interface MountsProps {
  state: OutletState
  /** Shown until a release has mounted. */
  placeholder: ReactNode
  children: (mount: Mount) => ReactNode
}

/** The releases that an outlet renders, each with its own error boundary. */
export function Mounts({ state, placeholder, children }: MountsProps) {
  const { mounted, threw } = useRemotes()
  return mountsOf(state).map((mount, index) => (
    <ErrorBoundary
      key={mount.key}
      fallback={null}
      onError={(error, { componentStack }) => threw(mount, error, componentStack ?? undefined)}
    >
      <Suspense fallback={index === 0 && placeholder}>
        {children(mount)}
        <OnMounted onMounted={() => mounted(mount)} />
      </Suspense>
    </ErrorBoundary>
  ))
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
