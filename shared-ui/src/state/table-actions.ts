import { type AnyRow, type Changes, rowKey, type Selection } from '@canje/large-table'
import type { RefObject } from 'react'
import type { DataColumn } from '../rows/columns'
import { formatRowKeys } from '../view/row-keys'
import type { Order, ViewState } from '../view/view-state'
import type { TableList } from './useRows'

/** What staff and the tab may do with a table. */
export type TableActions<R extends AnyRow> = ReturnType<typeof tableActions<R>>

/**
 * The actions on a table's rows and view, the same in all renders.
 *
 * @param list as of the last render
 * @param setView changes the view
 */
export function tableActions<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  list: RefObject<TableList<R>>,
  setView: (change: (view: ViewState) => ViewState) => void,
) {
  /** Changes the view; without a page, it goes to the first one. */
  const change = (changed: Partial<ViewState>) => setView((view) => ({ ...view, page: 1, ...changed }))

  /** Reloads all rows and goes to the first page (D14, refresh after a filter). */
  const refresh = () => void list.current.start('refresh')

  /** Removes all filters, that of the server too, and goes to the first page. */
  function removeFilters() {
    change({ filters: {} })
    if (list.current.requestedFilter !== undefined) refresh()
  }

  return {
    refresh,
    /** Requests the rows that match on the server, shows their first page, then calls `onShown`, also after a retry. */
    filter: async (text: string, onShown?: () => void) => {
      if ((await list.current.start('filter', text)) === text) onShown?.()
    },
    /**
     * Reloads the current result after a change, and stays on the page.
     *
     * @returns resolves once the rows of this or a later request are on the screen, or at unmount
     */
    reload: () => list.current.start('reload'),
    /** Reloads the current result, and makes older lists of details be loaded again. */
    renew: () => void list.current.start('renew'),
    /**
     * Records the selected rows, before a change whose outcome only the list can show.
     *
     * @returns a function that reloads the result and resolves to the changes since; to undefined without rows to compare
     *   with, when the reload fails, or after unmount
     */
    track: (selection: Selection): (() => Promise<Changes<R> | undefined>) => {
      const earlier = list.current.complete?.keys(selection)
      // The comparison handles the failure.
      earlier?.catch(() => undefined)
      return async () => {
        const current = await list.current.refetch()
        if (!earlier || !current) return undefined
        return earlier.then((keys) => current.compare(selection, keys)).catch(() => undefined)
      }
    },
    /** Goes to a page: `first` is the index of its first row, `size` the number of rows per page. */
    goToPage: (first: number, size: number) => change({ page: Math.floor(first / size) + 1, size }),
    /** Sorts the rows, or restores the server's order, and goes to the first page. */
    orderBy: (order: Order | undefined) => change({ order }),
    /** Shows the rows that match a text, from their first page. */
    searchFor: (search: string) => change({ search }),
    /** Sets or removes filters by field, and goes to the first page. */
    filterBy: (changed: Readonly<Record<string, string | undefined>>) =>
      setView((view) => {
        const entries = Object.entries({ ...view.filters, ...changed })
        const filters = Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
        return { ...view, page: 1, filters }
      }),
    removeFilters,
    /** Removes search and filters, but not that of the server, and goes to the first page. */
    showTotal: () => change({ search: '', filters: {} }),
    /** Shows these rows, by their keys; only for a table with a filter by `rows`. */
    showOnly: (rows: readonly R[]) => {
      const column = columns.find(({ filter }) => filter === 'rows')
      if (column)
        change({ search: '', filters: { [column.field]: formatRowKeys(rows.map((row) => rowKey(row, column))) } })
    },
    /** Shows details, or closes the panel. */
    openDetail: (detail: string | undefined) => setView((view) => ({ ...view, detail })),
  }
}
