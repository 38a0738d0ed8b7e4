import { type AnyRow, cellKey, cellText, type Found } from '@canje/large-table'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ListState } from '../rows/list-state'
import type { ListRequest, LoadRows } from '../rows/load-rows'
import type { DetailSubject } from '../view/detail-link'
import { useDetailFrame, useSessionLists } from './DetailRoot'

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
export function useFound<R extends AnyRow>(
  { list }: Pick<LoadRows<R>, 'list'>,
  field: keyof R & string,
  subject: string | Required<Pick<DetailSubject, 'id'>> | undefined,
  limit: number,
): FoundRows {
  const { rows, fault } = useList(list, subject !== undefined)
  const [result, setResult] = useState<{ key: string; rows: unknown; found: FoundRows }>()
  const isText = typeof subject === 'string'
  const value = subject === undefined || isText ? subject : cellKey(subject.id)
  const key = JSON.stringify([list?.url, field, isText, value])

  useEffect(() => {
    if (!rows || value === undefined) return
    let isCurrent = true
    const show = (found: FoundRows) => {
      if (isCurrent) setResult({ key, rows, found })
    }
    const condition = isText ? { is: value } : { keys: [value], textKey: undefined }
    rows.find({ column: { field }, ...condition, limit }).then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [rows, field, isText, value, limit, key])

  if (!rows) return fault ? 'failed' : 'loading'
  if (result?.key !== key) return 'loading'
  // What was found in earlier rows stays until the new ones are read.
  return result.rows !== rows && result.found === 'failed' ? 'loading' : result.found
}

const UNKNOWN: Pick<ListState, 'rows' | 'fault'> = { rows: undefined, fault: undefined }

/** Loads a list and keeps it, unless it is not needed. */
function useList(list: ListRequest | undefined, isNeeded: boolean): Pick<ListState, 'rows' | 'fault'> {
  const lists = useSessionLists()
  const { renewedAt } = useDetailFrame()
  useEffect(() => (list && isNeeded ? lists.hold(list, renewedAt) : undefined), [lists, list, isNeeded, renewedAt])
  useSyncExternalStore(lists.subscribe, () => lists.version)
  return list ? lists.stateOf(list) : UNKNOWN
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
