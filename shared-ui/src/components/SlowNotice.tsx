import type { PropsWithChildren } from 'react'
import { SLOW_MS, useWait, type Wait } from '../state/useWait'

export { SLOW_MS }

/** Tells a person who has waited for 3 s that the server is slow. Children stand beside the sentence. */
export function SlowNotice({ wait, children }: PropsWithChildren<{ wait: Wait }>) {
  return (
    <span className="slow-notice">
      <span role="status">{wait !== 'short' && 'El servidor tarda en responder…'}</span>
      {children}
    </span>
  )
}

/** The same for what is under way as long as it is shown. */
export function SlowStart() {
  return <SlowNotice wait={useWait('start')} />
}
