import { type AnyRow, cellText, type Found } from '@canje/large-table'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { TableRequest } from '../state/useTable'
import type { ListName, ListState, SessionLists } from './session-lists'

/** Where details are read: in the table's own list, otherwise in the lists of the session. */
export interface DetailSource {
  lists: SessionLists
  table: Pick<TableRequest, 'list' | 'loadedAt' | 'running' | 'renewedAt'> & { renew: () => void }
}

export const DetailSourceContext = createContext<DetailSource | undefined>(undefined)

/** @throws Error outside DetailContent */
export function useDetailSource(): DetailSource {
  const source = useContext(DetailSourceContext)
  if (!source) throw new Error('Details are rendered in DetailContent.')
  return source
}

/** The rows that were found; `failed` when their list could not be loaded. */
export type FoundRows = Found<AnyRow> | 'loading' | 'failed'

/** Rows of one id or text that are listed, to be told apart. */
export const MAX_EQUAL = 20

/**
 * Finds the rows of a list that have a text, or a key.
 *
 * @param text the text, or the key of an id (see `cellKey`); undefined while it is not known: nothing is loaded then
 * @param limit the maximum number of rows
 */
export function useFound(
  list: ListName,
  field: string,
  text: string | undefined,
  limit: number,
  by: 'text' | 'key' = 'text',
): FoundRows {
  const { rows, fault } = useList(list, text !== undefined)
  const [result, setResult] = useState<{ key: string; rows: unknown; found: FoundRows }>()
  const key = JSON.stringify([list, field, by, text])

  useEffect(() => {
    if (!rows || text === undefined) return
    let isCurrent = true
    const show = (found: FoundRows) => {
      if (isCurrent) setResult({ key, rows, found })
    }
    // A key with a colon is that of a row without an id.
    const keys = text.startsWith(':') ? [] : [text]
    const condition = by === 'text' ? { is: text } : { keys, textKey: undefined }
    rows.find({ column: { field }, ...condition, limit }).then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [rows, field, by, text, limit, key])

  if (!rows) return fault ? 'failed' : 'loading'
  if (result?.key !== key) return 'loading'
  // What was found in earlier rows stays until the new ones are read.
  return result.rows !== rows && result.found === 'failed' ? 'loading' : result.found
}

/**
 * Finds the rows of a list with an id.
 *
 * @param key the key of the id, see `cellKey`; undefined finds nothing
 * @param isLoose whether a key without quotes may be that of a text, if no other id has it
 */
export function useFoundById(list: ListName, key: string | undefined, isLoose: boolean): FoundRows {
  const exact = useFound(list, 'id', key, MAX_EQUAL, 'key')
  const isMissing = typeof exact === 'object' && exact.count === 0
  const loose = useFound(list, 'id', isLoose && isMissing ? key : undefined, MAX_EQUAL)
  return isLoose && isMissing ? loose : exact
}

/** Loads a list and keeps it, unless it is not needed or is the table's own. */
function useList(list: ListName, isNeeded: boolean): Pick<ListState, 'rows' | 'fault'> {
  const { lists, table } = useDetailSource()
  const shared = useSyncExternalStore(lists.subscribe, () => lists.stateOf(list))
  const own = table.list?.path === list ? table.list.rows : undefined
  const { renewedAt } = table
  const isHeld = isNeeded && !own

  useEffect(() => (isHeld ? lists.hold(list, renewedAt) : undefined), [lists, list, isHeld, renewedAt])

  return own ? { rows: own, fault: undefined } : shared
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
