import { isId, parseCell } from '@canje/large-table'
import type { DetailSlot } from '../rows/columns'
import { nextTime } from '../rows/time'
import type { DetailSubject } from './detail-link'

/** What the frame of a detail panel passes to the remote that fills it, which may have another copy of this package. */
export interface DetailFrame {
  /** The id for the heading, which names the panel. */
  headingId: string | undefined
  /** Whether a press opened the panel, and the focus has not moved since: the heading takes it. */
  takesFocus: () => boolean
  /** The time of the tab's last renewal by `nextTime`: older data is requested again. */
  renewedAt: number
  /** Renews the tab, and the panel by another `renewedAt`. */
  renew: (() => void) | undefined
  /** Whether `open` can open a slot. */
  canOpen: (slot: DetailSlot) => boolean
  /** Shows other details in the panel. */
  open: (slot: DetailSlot, subject: DetailSubject) => void
}

/** The input of a slot for details. A tab without this frame passes the subject alone. */
export type DetailInput = DetailSubject & Partial<DetailFrame>

/** The frame of a tab that passes the subject alone, or of one that is older. */
const NO_FRAME: DetailFrame = {
  headingId: undefined,
  takesFocus: () => false,
  renewedAt: 0,
  renew: undefined,
  canOpen: () => false,
  open: () => undefined,
}
/** The types of the members that are no functions. */
const TYPES: Record<string, string> = { headingId: 'string', renewedAt: 'number' }

/**
 * Reads the input of a slot for details, which another remote passes. A member of another type counts as missing.
 *
 * @returns undefined without an id and without a name
 */
export function readDetailInput(input: unknown): { subject: DetailSubject; frame: DetailFrame } | undefined {
  const given: Record<string, unknown> = Object(input)
  const { name } = given
  const id = parseCell(given.id)
  const subject = { ...(isId(id) && { id }), ...(typeof name === 'string' && name !== '' && { name }) }
  if (Object.keys(subject).length === 0) return undefined
  const frame = { ...NO_FRAME }
  for (const member of Object.keys(NO_FRAME)) {
    if (typeof given[member] === (TYPES[member] ?? 'function')) Object.assign(frame, { [member]: given[member] })
  }
  // A later time would make all data too old until then.
  frame.renewedAt = Math.min(frame.renewedAt || 0, nextTime())
  return { subject, frame }
}
