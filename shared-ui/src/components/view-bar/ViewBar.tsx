import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Table } from '../../state/useTable'
import type { FilterTexts } from '../FilterDialog'
import { CopyLink } from './CopyLink'
import { Counters, type Noun } from './Counters'
import { FilterMenu } from './FilterMenu'
import { RenewButton } from './RenewButton'
import { SearchField } from './SearchField'
import { ViewMenu } from './ViewMenu'
import { ViewSelection } from './ViewSelection'

/** What a tab adds to its view bar. */
export interface ViewBarOptions {
  /** Buttons that act on the rows of the view. */
  viewTools?: ReactNode
  /** What staff must know about the active filters, beside them. */
  note?: ReactNode
  /** What the rows are, where 'en total' alone would be that of another table: the singular and the plural, masculine. */
  noun?: Noun | undefined
  /** What the filter of the server is called, of a table that has one. */
  serverFilter?: Pick<FilterTexts, 'name' | 'total'>
}

interface ViewBarProps<R extends AnyRow> extends ViewBarOptions {
  /** The tab's label. */
  name: string
  table: Table<R>
  /** What the tab has to tell, in the line that is reserved for it beside the active filters. */
  notices: ReactNode
  noticeLine: RefObject<HTMLDivElement | null>
  /** Gets the keys of the search. */
  onSearchKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  /** Selects all rows of the view. */
  onSelectAll: () => void
}

/** Search, counts, filters, link and notices of a tab's view, above its toolbar; the same in every tab. */
export function ViewBar<R extends AnyRow>({
  name,
  table,
  viewTools,
  note,
  noun,
  serverFilter = { name: 'Filtro', total: 'con ese filtro' },
  notices,
  noticeLine,
  onSearchKey,
  onSelectAll,
}: ViewBarProps<R>) {
  return (
    <section className="view-bar" aria-label={`Vista de ${name}`}>
      <div className="view-line">
        <SearchField name={name} table={table} onKeyDown={onSearchKey} />
        <FilterMenu table={table} />
        <Counters table={table} noun={noun} filtered={serverFilter.total} />
        <span className="view-bar-end">
          <RenewButton table={table} />
          <CopyLink params={table.view.params} />
          {viewTools}
          <ViewMenu name={name} rows={table.rows} />
        </span>
      </div>
      <div ref={noticeLine} className="notices">
        <ViewSelection table={table} note={note} noun={noun} filterName={serverFilter.name} onSelectAll={onSelectAll} />
        {notices}
      </div>
    </section>
  )
}
