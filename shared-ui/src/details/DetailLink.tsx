import type { DetailSlot } from '../rows/columns'
import type { DetailSubject } from '../view/detail-link'
import { useDetailFrame } from './DetailRoot'

interface DetailLinkProps {
  slot: DetailSlot
  /** Undefined where there is nothing to open. */
  subject: DetailSubject | undefined
  tabIndex?: number
  /** A text of the data; an empty one is a dash that opens nothing. */
  text: string
}

/** A text that opens other details; a plain one where no remote provides them. */
export function DetailLink({ slot, subject, text, ...props }: DetailLinkProps) {
  const { canOpen, open } = useDetailFrame()
  const content = <bdi translate="no">{text || '—'}</bdi>
  if (!text || !subject || !canOpen(slot)) return content
  return (
    <button type="button" className="detail-link" onClick={() => open(slot, subject)} {...props}>
      {content}
    </button>
  )
}
