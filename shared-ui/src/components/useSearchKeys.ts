import type { AnyRow } from '@canje/large-table'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { Table } from '../state/useTable'
import { pressRowLink, rowLink } from './row-link'

/**
 * The keys of the search that lead into the table, once it shows what was searched for: Enter opens the only row, or focuses
 * the first of several; the down arrow focuses the first row, and Ctrl+Enter selects all rows too. Escape clears the search,
 * then moves the focus to the table.
 *
 * @param region of the table
 * @param onSelectAll selects all rows of the view
 */
export function useSearchKeys<R extends AnyRow>(
  { rows: { count, page, isPageLoading }, view: { search }, request: { arriving }, actions: { searchFor } }: Table<R>,
  region: RefObject<HTMLElement | null>,
  onSelectAll: () => void,
) {
  /** The press that waits for the rows of its search. */
  const [pending, setPending] = useState<{ field: Element; search: string; action: 'open' | 'focus' | 'select' }>()

  useEffect(() => {
    if (!pending) return
    const { field, action } = pending
    const isCurrent = pending.search === search && document.activeElement === field
    if (isCurrent && (page === undefined || isPageLoading || arriving)) return
    setPending(undefined)
    const row = region.current?.querySelector<HTMLElement>('tbody > tr[tabindex]')
    if (!isCurrent || !row) return
    if (action === 'select') onSelectAll()
    const link = action === 'open' && count === 1 ? rowLink(row) : null
    if (link) pressRowLink(link)
    else row.focus()
  })

  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (event.shiftKey) return
    if (key === 'Enter' || key === 'ArrowDown') {
      const { value } = currentTarget
      // A script may have set it without an event.
      if (value !== search) searchFor(value)
      setPending({
        field: currentTarget,
        search: value,
        action: key !== 'Enter' ? 'focus' : isCommand ? 'select' : 'open',
      })
    } else if (key !== 'Escape') return
    else if (search !== '') searchFor('')
    // An empty search does not keep a dialog open.
    else if (currentTarget.closest('[role=dialog]')) return
    else region.current?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
}
