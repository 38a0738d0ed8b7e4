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

/**
 * Reads the input of a slot for details, which another remote passes. What is missing or has another type becomes a frame
 * that opens nothing.
 *
 * @returns undefined without an id and without a name
 */
export function readDetailInput(input: unknown): { subject: DetailSubject; frame: DetailFrame } | undefined {
  const subject = readSubject(input)
  if (!subject) return undefined
  const { headingId, takesFocus, renewedAt, renew, canOpen, open } = fieldsOf(input)
  const isFramed = typeof canOpen === 'function' && typeof open === 'function'
  return {
    subject,
    frame: {
      headingId: typeof headingId === 'string' ? headingId : undefined,
      takesFocus: () => typeof takesFocus === 'function' && takesFocus() === true,
      // A later time would make all data too old until then.
      renewedAt: Number.isFinite(renewedAt) ? Math.min(Number(renewedAt), nextTime()) : 0,
      renew: typeof renew === 'function' ? () => renew() : undefined,
      canOpen: (slot) => isFramed && canOpen(slot) === true,
      open: (slot, next) => isFramed && open(slot, next),
    },
  }
}

/** Reads what details are about; undefined without an id and without a name. */
export function readSubject(input: unknown): DetailSubject | undefined {
  const { id: given, name } = fieldsOf(input)
  const id = parseCell(given)
  const subject = { ...(isId(id) && { id }), ...(typeof name === 'string' && name !== '' && { name }) }
  return Object.keys(subject).length === 0 ? undefined : subject
}

function fieldsOf(input: unknown): Partial<Record<keyof DetailInput, unknown>> {
  return typeof input === 'object' && input !== null ? input : {}
}
