import type { PropsWithChildren } from 'react'
import { SLOW_MS, useWait, type Wait } from '../state/useWait'

export { SLOW_MS }

interface SlowNoticeProps {
  wait: Wait
  /** Why the last request failed, said while none is slow. */
  failure?: string | undefined
}

/** Announces a slow server after 3 s. Its children, such as a retry button, follow the text. */
export function SlowNotice({ wait, failure, children }: PropsWithChildren<SlowNoticeProps>) {
  const isSlow = wait !== 'short'
  return (
    <span className="slow-notice">
      <span role="status" className={isSlow ? undefined : 'action-failure'}>
        {isSlow ? 'El servidor tarda en responder…' : failure}
      </span>
      {children}
    </span>
  )
}

/** A {@link SlowNotice} whose wait starts at its mount. */
export function SlowStart() {
  return <SlowNotice wait={useWait('start')} />
}
