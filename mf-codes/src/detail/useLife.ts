import {
  cellKey,
  cellText,
  type DetailSubject,
  type Fault,
  faultOf,
  isId,
  useFeature,
  useRenewedAt,
} from '@canje/shared-ui'
import { useEffect, useState } from 'react'
import { sessionLog } from '../history/event-log'
import type { StaffAction } from '../history/staff-actions'

interface Life {
  /** What staff did to the code, the oldest first. */
  actions: readonly StaffAction[]
  status: 'none' | 'loading' | 'failed' | 'partial' | 'complete'
  /** Why it failed. */
  fault?: Fault
}

/**
 * Reads what staff did to a code from the audit log (D27, feature `history`), again with each renewal of the panel.
 *
 * @param code by its id, otherwise by its text; undefined while it is not known
 * @param created the date of its creation, before which the log is not read; empty if it is unknown
 */
export function useLife(code: DetailSubject | undefined, created: string): Life & { readOlder: () => void } {
  const renewedAt = useRenewedAt()
  const hasHistory = useFeature('history')
  const [attempt, setAttempt] = useState(0)
  const [life, setLife] = useState<Life>({ actions: [], status: 'none' })
  const key = code && (isId(code.id) ? cellKey(code.id) : undefined)
  const name = code?.name

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal and an attempt read again
  useEffect(() => {
    if (!hasHistory || (key === undefined && name === undefined)) return
    let isCurrent = true
    const log = sessionLog()
    const isOfCode = ({ id, name: text }: StaffAction['codes'][number]) =>
      key === undefined ? cellText(text) === name : isId(id) && cellKey(id) === key
    const found = () => log.actions.filter(({ codes }) => codes.some(isOfCode))
    const isWhole = () =>
      log.isComplete ||
      found().some(({ action }) => action === 'create') ||
      cellText(log.actions.at(-1)?.date ?? null) < created
    const read = async () => {
      await log.readNewest()
      await log.readOlder(isWhole)
    }
    const settle = (life: Omit<Life, 'actions'>) => {
      if (isCurrent) setLife({ actions: found().reverse(), ...life })
    }
    setLife((before) => ({ ...before, status: 'loading' }))
    read().then(
      () => settle({ status: isWhole() ? 'complete' : 'partial' }),
      (error) => settle({ status: 'failed', fault: faultOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [hasHistory, key, name, created, renewedAt, attempt])

  return { ...life, readOlder: () => setAttempt(attempt + 1) }
}
