import { createContext, type PropsWithChildren, type RefObject, useContext, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** The line for notices of the table around a component; undefined outside a table. */
export const NoticeLine = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** Shows its children in the line for notices, where they move nothing; in place outside a table. */
export function Notice({ children }: PropsWithChildren) {
  const ref = useContext(NoticeLine)
  const [line, setLine] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setLine(ref?.current ?? null), [ref])
  if (!ref) return children
  return line && createPortal(children, line)
}
