import type { AnyRow, Found } from '@canje/large-table'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Table } from '../state/useTable'
import type { ListName, SessionLists } from './session-lists'

/** Where details are read: in the table's own list, otherwise in the lists of the session. */
export interface DetailSource {
  lists: SessionLists
  own: Table<unknown>['list']
}

export const DetailSourceContext = createContext<DetailSource | undefined>(undefined)

/** The rows that were found; `failed` when their list could not be loaded. */
export type FoundRows = Found<AnyRow> | 'loading' | 'failed'

/**
 * Finds the rows of a list that have a text.
 *
 * @param text undefined while it is not known; nothing is loaded then
 * @param limit the maximum number of rows
 */
export function useFound(list: ListName, field: string, text: string | undefined, limit: number): FoundRows {
  const source = useContext(DetailSourceContext)
  if (!source) throw new Error('Details are rendered in a DetailPanel.')
  const { lists, own } = source
  const { version } = useSyncExternalStore(lists.subscribe, () => lists.state)
  const [result, setResult] = useState<{ key: string; found: FoundRows }>()
  const key = JSON.stringify([list, field, text])
  const rows = own?.path === list ? own.rows : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version must be read again
  useEffect(() => {
    if (text === undefined) return
    let isCurrent = true
    const show = (found: FoundRows) => {
      if (isCurrent) setResult({ key, found })
    }
    const request = { column: { field }, is: text, limit }
    const finding = rows ? rows.find(request) : lists.find(list, request)
    finding.then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [lists, rows, list, field, text, limit, key, version])

  return result?.key === key ? result.found : 'loading'
}
