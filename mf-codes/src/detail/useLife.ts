import {
  cellKey,
  cellText,
  type DetailSubject,
  type Fault,
  faultOf,
  isId,
  useComputed,
  useFeature,
  useRenewedAt,
} from '@canje/shared-ui'
import { useMemo } from 'react'
import type { Code } from '../codes'
import { sessionLog } from '../history/event-log'
import type { StaffAction } from '../history/staff-actions'

/** What staff did to a code, the oldest first. */
interface Life {
  actions: readonly StaffAction[]
  /** There may be more in older events, which the next renewal reads. */
  isPartial?: boolean
  /** Why the log could not be read. */
  fault?: Fault
}

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
  const life: Life = last?.value ?? { actions: [] }
  return { ...life, isLoading: request !== undefined && request !== last?.input }
}

async function readLife(isOfCode: (code: Code) => boolean, created: string, signal: AbortSignal): Promise<Life> {
  const log = sessionLog()
  const found = () => log.actions.filter(({ codes }) => codes.some(isOfCode))
  const isWhole = () =>
    log.isComplete ||
    found().some(({ action }) => action === 'create') ||
    cellText(log.actions.at(-1)?.date ?? null) < created
  const read = log.readNewest(signal).then(() => log.readOlder(isWhole, signal))
  const fault = await read.then(() => undefined, faultOf)
  return { actions: found().reverse(), ...(fault ? { fault } : { isPartial: !isWhole() }) }
}
