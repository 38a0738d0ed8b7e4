import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent } from 'react'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { pressRowLink, rowLink } from './row-link'

interface Pages {
  rows: Pick<TableRows<AnyRow>, 'first' | 'count'>
  view: Pick<Table<AnyRow>['view'], 'size'>
  actions: Pick<Table<AnyRow>['actions'], 'goToPage'>
}

/** Returns the key handler of a table's region: Enter opens a row, PageUp and PageDown on region or row turn pages. */
export function tableKeys({ rows: { first, count = 0 }, view: { size }, actions }: Pages) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    const target = event.target as Element
    const isRow = target.matches('tr')
    if (key === 'Enter' && isRow) {
      // The rest of this key press must not reach what the link focuses.
      event.preventDefault()
      if (!event.repeat) pressRowLink(rowLink(target))
    }
    if (key !== 'PageUp' && key !== 'PageDown') return
    if (target !== currentTarget && !isRow) return
    event.preventDefault()
    const next = key === 'PageDown' ? first + size : first - size
    if (next >= 0 && next < count) actions.goToPage(next, size)
  }
}
