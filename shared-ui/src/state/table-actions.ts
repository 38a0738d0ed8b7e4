import { type AnyRow, type Changes, rowKey, type Selection } from '@canje/large-table'
import type { DataColumn } from '../rows/columns'
import { formatRowKeys } from '../view/row-keys'
import type { Order, ViewState } from '../view/view-state'
import type { TableList } from './useRows'

/** What staff and the tab may do with a table. */
export interface TableActions<R> {
  /** Reloads all rows and goes to the first page (D14, refresh after a filter). */
  refresh: () => void
  /** Requests the rows that match on the server, shows their first page, then calls `onShown`, also after a retry. */
  filter: (text: string, onShown?: () => void) => void
  /**
   * Reloads the current result after a change, and stays on the page.
   *
   * @returns resolves once the rows of this or a later request are on the screen, or at unmount
   */
  reload: () => Promise<void>
  /** Reloads the current result, and makes older lists of details be loaded again. */
  renew: () => void
  /**
   * Records the selected rows, before a change whose outcome only the list can show.
   *
   * @returns a function that reloads the result and resolves to the changes since; to undefined without rows to compare
   *   with, when the reload fails, or after unmount
   */
  track: (selection: Selection) => () => Promise<Changes<R> | undefined>
  /** Goes to a page: `first` is the index of its first row, `size` the number of rows per page. */
  goToPage: (first: number, size: number) => void
  /** Sorts the rows, or restores the server's order, and goes to the first page. */
  orderBy: (order: Order | undefined) => void
  /** Shows the rows that match a text, from their first page. */
  searchFor: (text: string) => void
  /** Sets or removes filters by field, and goes to the first page. */
  filterBy: (filters: Readonly<Record<string, string | undefined>>) => void
  /** Removes all filters, that of the server too, and goes to the first page. */
  removeFilters: () => void
  /** Removes search and all filters, that of the server too, and goes to the first page. */
  showAll: () => void
  /** Removes search and filters, but not that of the server, and goes to the first page. */
  showTotal: () => void
  /** Shows these rows, by their keys; only for a table with a filter by `rows`. */
  showOnly: (rows: readonly R[]) => void
  /** Shows details, or closes the panel. */
  openDetail: (detail: string | undefined) => void
}

interface ViewChanges extends Pick<ViewState, 'filters'> {
  /** Changes the view; without a page, it goes to the first one. */
  change: (changed: Partial<ViewState>) => void
  openDetail: TableActions<unknown>['openDetail']
}

/** The actions on a table's rows and view. */
export function tableActions<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  { complete, requestedFilter, start, refetch }: TableList<R>,
  { filters, change, openDetail }: ViewChanges,
): TableActions<R> {
  function removeFilters(changed: Partial<ViewState> = {}) {
    change({ ...changed, filters: {} })
    if (requestedFilter !== undefined) start({ purpose: 'refresh' })
  }

  return {
    refresh: () => void start({ purpose: 'refresh' }),
    filter: (text, onShown) => void start({ purpose: 'filter', filter: text, onShown }),
    reload: () => start({ purpose: 'reload' }),
    renew: () => void start({ purpose: 'renew' }),
    track: (selection) => {
      const earlier = complete?.keys(selection)
      // The comparison handles the failure.
      earlier?.catch(() => undefined)
      return async () => {
        const current = await refetch()
        if (!earlier || !current) return undefined
        return earlier.then((keys) => current.compare(selection, keys)).catch(() => undefined)
      }
    },
    goToPage: (first, size) => change({ page: Math.floor(first / size) + 1, size }),
    orderBy: (order) => change({ order }),
    searchFor: (search) => change({ search }),
    filterBy: (changed) => change({ filters: withFilters(filters, changed) }),
    removeFilters: () => removeFilters(),
    showAll: () => removeFilters({ search: '' }),
    showTotal: () => change({ search: '', filters: {} }),
    showOnly: (rows) => change({ search: '', filters: filterOfRows(columns, rows) }),
    openDetail,
  }
}

function filterOfRows<R extends AnyRow>(columns: readonly DataColumn<R>[], rows: readonly R[]): ViewState['filters'] {
  const column = columns.find(({ filter }) => filter === 'rows')
  return column ? { [column.field]: formatRowKeys(rows.map((row) => rowKey(row, column))) } : {}
}

function withFilters(filters: ViewState['filters'], changed: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries({ ...filters, ...changed })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
