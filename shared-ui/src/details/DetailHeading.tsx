import { type PropsWithChildren, useEffect, useEffectEvent, useRef } from 'react'
import { useDetailFrame } from './DetailRoot'

/** The heading of the details. It takes the focus at its mount when a press opened them. */
export function DetailHeading({ children }: PropsWithChildren) {
  const { headingId, takesFocus } = useDetailFrame()
  const heading = useRef<HTMLHeadingElement>(null)
  const takeFocus = useEffectEvent(() => {
    if (takesFocus()) heading.current?.focus()
  })
  useEffect(() => takeFocus(), [])

  return (
    <h3 ref={heading} id={headingId} tabIndex={-1} className="detail-heading">
      <bdi translate="no">{children}</bdi>
    </h3>
  )
}
