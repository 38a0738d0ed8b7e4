import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Table } from '../../state/useTable'
import type { FilterTexts } from '../FilterDialog'
import { NoticeLine } from '../Notice'
import { CopyLink } from './CopyLink'
import { Counters, type Noun } from './Counters'
import { FilterMenu } from './FilterMenu'
import { RenewButton } from './RenewButton'
import { SearchField } from './SearchField'
import { ViewMenu } from './ViewMenu'
import { ViewSelection } from './ViewSelection'

/** What a filter of the server is called. */
export type ServerFilterTexts = Pick<FilterTexts, 'name' | 'total'>

interface ViewBarProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  table: Table<R>
  /** Entries of the menu 'Vista'. */
  menu: ReactNode
  /** Buttons that act on the rows of the view. */
  tools: ReactNode
  /** What staff must know about the active filters, beside them. */
  note: ReactNode
  noun: Noun | undefined
  serverFilter?: ServerFilterTexts | undefined
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
  table: { rows, view, request, actions },
  menu,
  tools,
  note,
  noun,
  serverFilter = { name: 'Filtro', total: 'con ese filtro' },
  notices,
  noticeLine,
  onSearchKey,
  onSelectAll,
}: ViewBarProps<R>) {
  return (
    <NoticeLine value={noticeLine}>
      <section className="view-bar" aria-label={`Vista de ${name}`}>
        <div className="view-line">
          <SearchField name={name} search={view.search} onSearch={actions.searchFor} onKeyDown={onSearchKey} />
          <FilterMenu rows={rows} filters={view.filters} filterBy={actions.filterBy} />
          <Counters rows={rows} view={view} actions={actions} noun={noun} filtered={serverFilter.total} />
          <span className="view-bar-end">
            <RenewButton request={request} renew={actions.renew} />
            <CopyLink params={view.params} />
            {tools}
            <ViewMenu name={name} rows={rows}>
              {menu}
            </ViewMenu>
          </span>
        </div>
        <div ref={noticeLine} className="notices">
          <ViewSelection
            rows={rows}
            view={view}
            actions={actions}
            note={note}
            noun={noun}
            filterName={serverFilter.name}
            onSelectAll={onSelectAll}
          />
          {notices}
        </div>
      </section>
    </NoticeLine>
  )
}
