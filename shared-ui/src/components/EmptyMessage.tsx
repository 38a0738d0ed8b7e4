import { type AnyRow, isBlankSearch } from '@canje/large-table'
import { type ReactNode, useState } from 'react'
import { useTab } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { useWait } from '../state/useWait'
import { shortened } from '../view/format'
import { ActionButton } from './ActionButton'

/** Longest search that the message repeats in full, in characters. */
const MAX_SEARCH = 60
/** A number that is no ten digits, such as one with a prefix: a service may have it in another form. */
const WRITTEN_NUMBER = /^(?!\s*\d{10}\s*$)\P{L}*\d\P{L}*$/u

/** Of a remote that knows where else a text is: its input has the `text`, and `onFound`, which takes it, in place of the sentence. */
const SLOT = 'sin-resultado'
/** Pause in typing after which it is asked, in milliseconds. */
const PAUSE_MS = 500

interface EmptyMessageProps<R extends AnyRow> {
  table: Table<R>
  /** What a list without any rows says. */
  children: ReactNode
}

/** Shown in place of the rows when there are none: why, and what helps. A failed load is in the line for notices. */
export function EmptyMessage<R extends AnyRow>({ table, children }: EmptyMessageProps<R>) {
  const { rows, view, request, actions } = table
  const { total, count } = rows
  const { filters, serverFilter } = view
  const search = isBlankSearch(view.search) ? '' : view.search.trim()
  const isFiltered = Object.keys(filters).length > 0 || serverFilter !== undefined
  const { view: tabView, extensions } = useTab()
  const isTyped = useWait(search || undefined, PAUSE_MS) !== 'short'
  const [found, setFound] = useState<string>()
  if (count === undefined) return null
  if (total === 0 && serverFilter === undefined) return <span className="line no-match">{children}</span>

  return (
    <span className="line no-match">
      {found !== search && (
        <bdi>Nada coincide con {search === '' ? 'los filtros' : `«${shortened(search, MAX_SEARCH)}»`}.</bdi>
      )}
      {isTyped && tabView && extensions?.has(SLOT) && (
        <extensions.Extension slot={SLOT} input={{ text: search, onFound: setFound }} />
      )}
      {total === 0 && WRITTEN_NUMBER.test(serverFilter ?? '') && (
        <span> El servicio puede tener el número escrito de otra forma: pruebe con los diez dígitos.</span>
      )}
      {request.arriving && <span> Todavía llegan filas.</span>}
      {search !== '' && <ActionButton label="Quitar búsqueda" outlined onPress={() => actions.searchFor('')} />}
      {isFiltered && <ActionButton label="Quitar filtros" outlined onPress={actions.removeFilters} />}
    </span>
  )
}
