import { type PropsWithChildren, useEffect, useRef } from 'react'
import { useDetailFrame } from './DetailRoot'

/**
 * The heading of the details. It takes the focus when a press opened them, unless the focus has moved on from the pressed
 * link while they loaded.
 */
export function DetailHeading({ children }: PropsWithChildren) {
  const { headingId, takesFocus } = useDetailFrame()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && !isElsewhere(heading.current)) heading.current?.focus()
  }, [takesFocus])

  return (
    <h3 ref={heading} id={headingId} tabIndex={-1} className="detail-heading">
      <bdi translate="no">{children}</bdi>
    </h3>
  )
}

/** Whether the focus is in neither a text that opens details, nor the panel, nor nowhere. */
function isElsewhere(heading: HTMLElement | null): boolean {
  const focused = document.activeElement
  const isNear = !focused || focused === document.body || focused.matches('.cell-link, .detail-link')
  return !isNear && !heading?.closest('.detail-panel')?.contains(focused)
}
