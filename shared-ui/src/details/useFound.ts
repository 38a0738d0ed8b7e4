import { type AnyRow, cellKey, cellText, type Found } from '@canje/large-table'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ListReader } from '../rows/list'
import { sessionLists } from '../rows/list-cache'
import { useComputed } from '../state/useComputed'
import type { DetailSubject } from '../view/detail-link'
import { useRenewedAt } from './DetailRoot'

/** The rows that were found; `failed` when their list could not be loaded. */
export type FoundRows = Found<AnyRow> | 'loading' | 'failed'

/** Rows of one id or text that are listed, to be told apart. */
export const MAX_EQUAL = 20

/**
 * Finds the rows of a list that have a text, or an id.
 *
 * @param loader of the list, with the fields that the details read
 * @param subject the text of `field`, or an id in it; undefined while it is not known: nothing is loaded then
 * @param limit the maximum number of rows
 */
export function useFound(
  { list }: ListReader,
  field: string,
  subject: string | Required<Pick<DetailSubject, 'id'>> | undefined,
  limit: number,
): FoundRows {
  const { rows, error } = useList(list, subject !== undefined)
  const isText = typeof subject === 'string'
  const value = subject === undefined || isText ? subject : cellKey(subject.id)
  const key = JSON.stringify([list.key, field, isText, value])
  const request = useMemo(
    () => (rows && value !== undefined ? { rows, key, field, isText, value, limit } : undefined),
    [rows, key, field, isText, value, limit],
  )
  const last = useComputed(request, ({ rows, field, isText, value, limit }) => {
    const condition = isText ? { is: value } : { keys: [value], textKey: undefined }
    return rows.store.find({ column: { field }, ...condition, limit }).catch((): FoundRows => 'failed')
  })

  if (!rows) return error === undefined ? 'loading' : 'failed'
  if (last?.input.key !== key) return 'loading'
  // Rows found in an earlier result stay until the newer one is read.
  return last.input.rows !== rows && last.value === 'failed' ? 'loading' : last.value
}

/** Reads a list, unless it is not needed. */
function useList(list: ListReader['list'], isNeeded: boolean) {
  const [lists] = useState(sessionLists)
  const renewedAt = useRenewedAt()
  useEffect(() => (isNeeded ? lists.read(list, renewedAt) : undefined), [lists, list, isNeeded, renewedAt])
  useSyncExternalStore(lists.subscribe, () => lists.stateOf(list))
  return lists.viewOf(list, renewedAt)
}

/** The rows of a result; none while it loads. */
export function rowsOf(found: FoundRows): readonly AnyRow[] {
  return typeof found === 'object' ? found.rows : []
}

/** The number of rows of a result, which may be more than it has. */
export function countOf(found: FoundRows): number {
  return typeof found === 'object' ? found.count : 0
}

/** The text of a row's field, without a display. */
export function textOf(row: AnyRow, field: string): string {
  return cellText(row[field] ?? null)
}
