import {
  cellKey,
  cellText,
  type DetailSubject,
  faultOf,
  isId,
  useComputed,
  useFeature,
  useRenewedAt,
} from '@canje/shared-ui'
import { useMemo } from 'react'
import type { Code } from '../codes'
import { sessionLog } from '../history/event-log'

const UNREAD = { actions: [], name: undefined, isPartial: false, fault: undefined }

/**
 * Reads what staff did to a code from the audit log (D27, feature `history`), again with each renewal of the panel.
 *
 * @param code by its id, otherwise by its text; undefined while it is not known
 * @param created the date of its creation, before which the log is not read; empty if it is unknown
 */
export function useLife(code: DetailSubject | undefined, created: string) {
  const renewedAt = useRenewedAt()
  const hasHistory = useFeature('history')
  const key = code && isId(code.id) ? cellKey(code.id) : undefined
  const name = code?.name
  const isKnown = hasHistory && (key !== undefined || name !== undefined)
  const request = useMemo(
    () => (isKnown ? { key, name, created, renewedAt } : undefined),
    [isKnown, key, name, created, renewedAt],
  )
  const last = useComputed(request, ({ key, name, created }, signal) => {
    const isOfCode = ({ id, name: text }: Code) =>
      key === undefined ? cellText(text) === name : isId(id) && cellKey(id) === key
    return readLife(isOfCode, created, signal)
  })
  return { ...(last?.value ?? UNREAD), isLoading: request !== undefined && request !== last?.input }
}

async function readLife(isOfCode: (code: Code) => boolean, created: string, signal: AbortSignal) {
  const log = sessionLog()
  const found = () => log.actions.filter(({ codes }) => codes.some(isOfCode))
  const isWhole = () =>
    log.isComplete ||
    found().some(({ action }) => action === 'create') ||
    cellText(log.actions.at(-1)?.date ?? null) < created
  const read = log.readNewest(signal).then(() => log.readOlder(isWhole, signal))
  const fault = await read.then(() => undefined, faultOf)
  return {
    /** What staff did to the code, the oldest first. */
    actions: found().reverse(),
    /** The text of the code in the log. */
    name: found().flatMap(({ codes }) => cellText(codes.find(isOfCode)?.name ?? null) || [])[0],
    /** There may be more in older events, which the next renewal reads. */
    isPartial: !fault && !isWhole(),
    /** Why the log could not be read. */
    fault,
  }
}
