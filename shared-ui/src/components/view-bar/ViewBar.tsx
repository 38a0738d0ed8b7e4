import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Table } from '../../state/useTable'
import { CopyButton } from '../CopyButton'
import { CopyLink } from './CopyLink'
import { Counters } from './Counters'
import { FilterMenu } from './FilterMenu'
import { RenewButton } from './RenewButton'
import { SearchField } from './SearchField'
import { SummaryButton } from './SummaryButton'
import { ViewMenu } from './ViewMenu'
import { ViewSelection } from './ViewSelection'

interface ViewBarProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  table: Table<R>
  /** Entries of the menu 'Vista'. */
  menu?: ReactNode
  /** What staff must know about the active filters, beside them. */
  note?: ReactNode
  /** What the tab has to tell, in the line that is reserved for it beside the active filters. */
  notices: ReactNode
  noticeLine: RefObject<HTMLDivElement | null>
  /** Gets the keys of the search. */
  onSearchKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Search, counts, filters, link and notices of a tab's view, above its toolbar; the same in every tab. */
export function ViewBar<R extends AnyRow>({
  name,
  table,
  menu,
  note,
  notices,
  noticeLine,
  onSearchKey,
}: ViewBarProps<R>) {
  return (
    <section className="view-bar" aria-label={`Vista de ${name}`}>
      <div className="view-line">
        <SearchField name={name} search={table.search} onSearch={table.searchFor} onKeyDown={onSearchKey} />
        <FilterMenu table={table} />
        <Counters table={table} />
        <span className="view-bar-end">
          <RenewButton table={table} />
          {table.copy && <CopyButton {...table.copy} outlined disabled={table.count === 0} />}
          <SummaryButton table={table} />
          <CopyLink params={table.params} />
          <ViewMenu>{menu}</ViewMenu>
        </span>
      </div>
      <div ref={noticeLine} className="notices">
        <ViewSelection table={table} note={note} />
        {notices}
      </div>
    </section>
  )
}
