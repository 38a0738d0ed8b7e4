import type { AnyRow } from '@canje/large-table'
import type { ReactNode } from 'react'
import type { Table } from '../../state/useTable'
import { CopyButton } from '../CopyButton'
import { Chips } from './Chips'
import { CopyLink } from './CopyLink'
import { Counters } from './Counters'
import { FilterMenu } from './FilterMenu'
import { LoadedAt } from './LoadedAt'
import { SearchField } from './SearchField'
import { SummaryButton } from './SummaryButton'
import { ViewMenu } from './ViewMenu'

interface ViewBarProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  table: Table<R>
  /** Entries of the menu 'Vista'. */
  menu?: ReactNode
}

/** Search, counts, filters and link of a tab's view, above its toolbar; the same in every tab. */
export function ViewBar<R extends AnyRow>({ name, table, menu }: ViewBarProps<R>) {
  return (
    <section className="view-bar" aria-label={`Vista de ${name}`}>
      <SearchField name={name} search={table.search} onSearch={table.searchFor} />
      <FilterMenu table={table} />
      <Counters table={table} />
      <Chips table={table} />
      <span className="view-bar-end">
        <LoadedAt time={table.loadedAt} />
        {table.copy && <CopyButton {...table.copy} outlined disabled={table.count === 0} />}
        <SummaryButton table={table} />
        <CopyLink params={table.params} />
        <ViewMenu>{menu}</ViewMenu>
      </span>
    </section>
  )
}
