import type { PropsWithChildren } from 'react'
import { SLOW_MS, useWait, type Wait } from '../state/useWait'

export { SLOW_MS }

/** Announces a slow server after 3 s. Its children, such as a retry button, follow the text. */
export function SlowNotice({ wait, children }: PropsWithChildren<{ wait: Wait }>) {
  return (
    <span className="slow-notice">
      <span role="status">{wait !== 'short' && 'El servidor tarda en responder…'}</span>
      {children}
    </span>
  )
}

/** A {@link SlowNotice} whose wait starts at its mount. */
export function SlowStart() {
  return <SlowNotice wait={useWait('start')} />
}
