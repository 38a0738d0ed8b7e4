import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent, ReactNode } from 'react'
import { isInFilterMenu } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { OnDemand } from '../OnDemand'
import { Age } from './Age'
import { CopyLink } from './CopyLink'
import { Counters, type Noun } from './Counters'
import { Popup } from './Popup'
import { SearchField } from './SearchField'
import { ViewMenu } from './ViewMenu'
import { ViewSelection } from './ViewSelection'

const loadChoices = () => import(/* webpackChunkName: 'view-tools' */ './FilterChoices')

/** What a tab adds to its view bar. */
export interface ViewBarOptions {
  /** Buttons that act on the rows of the view. */
  viewTools?: ReactNode
  /** What staff must know about the active filters, beside them. */
  note?: ReactNode
  /** What the rows are, where 'en total' alone would be that of another table: the singular and the plural, masculine. */
  noun?: Noun | undefined
  /** Of a table with a filter of the server: its name before its value, and what is behind the number of rows that match it. */
  serverFilter?: { name: string; total: string }
  /** The age of the rows loads them again when pressed: of a table without another button for it. */
  isRenewedByAge?: boolean
}

interface ViewBarProps<R extends AnyRow> extends ViewBarOptions {
  /** The tab's label. */
  name: string
  table: Table<R>
  /** Gets the keys of the search. */
  onSearchKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Search, filters, counts, age and link of a tab's view, beside its toolbar; the same in every tab. */
export function ViewBar<R extends AnyRow>({
  name,
  table,
  viewTools,
  note,
  noun,
  serverFilter = { name: 'Filtro', total: 'con ese filtro' },
  isRenewedByAge = false,
  onSearchKey,
}: ViewBarProps<R>) {
  return (
    <section className="line view-bar" aria-label={`Vista de ${name}`}>
      <div className="line view-tools">
        <SearchField name={name} table={table} onKeyDown={onSearchKey} />
        {table.rows.columns.some(isInFilterMenu) && (
          <Popup label="+ Filtro">
            {(close) => (
              <OnDemand failure="No se pudieron cargar los filtros." load={loadChoices}>
                {({ default: FilterChoices }) => <FilterChoices table={table} onChosen={close} />}
              </OnDemand>
            )}
          </Popup>
        )}
        <Counters table={table} noun={noun} filtered={serverFilter.total} />
        <ViewSelection table={table} note={note} filterName={serverFilter.name} />
      </div>
      <div className="line view-bar-end">
        <Age table={table} isButton={isRenewedByAge} />
        {viewTools}
        <CopyLink params={table.view.params} />
        <ViewMenu name={name} rows={table.rows} />
      </div>
    </section>
  )
}
