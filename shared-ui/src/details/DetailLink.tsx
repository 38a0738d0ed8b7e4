import type { ReactNode } from 'react'
import type { DetailSlot } from '../rows/columns'
import type { DetailSubject } from '../view/detail-link'
import { useDetailFrame } from './DetailRoot'

interface DetailLinkProps {
  slot: DetailSlot
  /** Undefined where there is nothing to open. */
  subject: DetailSubject | undefined
  tabIndex?: number
  children: ReactNode
}

/** A text that opens other details; a plain one where no remote provides them. */
export function DetailLink({ slot, subject, children, ...props }: DetailLinkProps) {
  const { canOpen, open } = useDetailFrame()
  if (!subject || !canOpen(slot)) return children
  return (
    <button type="button" className="detail-link" onClick={() => open(slot, subject)} {...props}>
      {children}
    </button>
  )
}
