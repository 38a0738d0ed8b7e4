import { createContext, type PropsWithChildren, useContext, useEffect, useRef } from 'react'

/** The heading that names the panel. */
export const DetailContext = createContext({ id: '', takesFocus: false })

/** The heading of the details. It takes the focus when a press opened them. */
export function DetailHeading({ children }: PropsWithChildren) {
  const { id, takesFocus } = useContext(DetailContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <h3 ref={heading} id={id} tabIndex={-1} className="detail-heading">
      <bdi translate="no">{children}</bdi>
    </h3>
  )
}
