import type { PropsWithChildren } from 'react'
import { useWait, type Wait } from '../state/useWait'

interface SlowNoticeProps {
  wait: Wait
  /** Why the last request failed, said while none is slow. */
  failure?: string | undefined
  /** Says that the wait is long. */
  text?: string
}

/** Announces a slow server after 3 s. Its children, such as a retry button, follow the text. */
export function SlowNotice({
  wait,
  failure,
  text = 'El servidor tarda en responder…',
  children,
}: PropsWithChildren<SlowNoticeProps>) {
  const isSlow = wait !== 'short'
  return (
    <span className="line slow-notice">
      <span role="status" className={isSlow ? undefined : 'action-failure'}>
        {isSlow ? text : failure}
      </span>
      {children}
    </span>
  )
}

/** When the load of code is slow, in milliseconds. */
const SLOW_LOAD_MS = 2_000

/** A {@link SlowNotice} whose wait starts at its mount. */
export function SlowStart() {
  return <SlowNotice wait={useWait('start')} />
}

/** Announces after 2 s that a part of the page whose code loads since the mount is slow (D46, a slow release is slow). */
export function SlowLoad() {
  return <SlowNotice wait={useWait('load', SLOW_LOAD_MS)} text="La carga tarda más de lo normal…" />
}
