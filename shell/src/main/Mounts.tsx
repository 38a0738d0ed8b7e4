import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { type Mount, mountsOf, type OutletState, useRemotes } from '../remotes'
import { OnMounted } from './OnMounted'

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
