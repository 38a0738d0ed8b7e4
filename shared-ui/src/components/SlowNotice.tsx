import type { PropsWithChildren } from 'react'
import { useWait, type Wait } from '../state/useWait'
import { ActionButton } from './ActionButton'

/** A change that is sent again because the service has failed. */
export interface Repetition {
  /** Says so, with the number of the attempt. */
  text: string
  stop: () => void
}

interface SlowNoticeProps {
  wait: Wait
  /** Why the last request failed, said while none is slow or sent again. */
  failure?: string | undefined
  /** Has a button that stops it. */
  repetition?: Repetition | undefined
  /** Says that the wait is long. */
  text?: string
}

/** Announces a slow server after 3 s. Its children, such as a retry button, follow the text. */
export function SlowNotice({
  wait,
  failure,
  repetition,
  text = 'El servidor tarda en responder…',
  children,
}: PropsWithChildren<SlowNoticeProps>) {
  const isSlow = wait !== 'short'
  return (
    <span className="line slow-notice">
      <span role="status" className={isSlow ? undefined : 'action-failure'}>
        {isSlow ? text : (repetition?.text ?? failure)}
      </span>
      {children}
      {repetition && <ActionButton label="Dejar de intentar" outlined onPress={repetition.stop} />}
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
