import type { AnyRow, Cell, CsvColumn, Row } from '@canje/large-table'
import type { ReactNode } from 'react'

/** Place of a cell on a phone's card of two lines. */
export type CardPlace = 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end'

/** A slot for the panel beside a table. */
export type DetailSlot = `detalle:${string}`

/** What a column's texts open. Without an id of its row, it is opened by the text. */
export interface DetailOpener {
  slot: DetailSlot
  by: 'id' | 'text' | 'both'
}

/** Appearance of a column of data; every option has a default. */
export interface ColumnOptions {
  /** Least width in rem; a wider table widens all columns in proportion. Default: 10. */
  width?: number
  /** `number` is right-aligned with tabular figures, `amount` also has separators, unlike an id; `code` is monospaced. */
  kind?: 'number' | 'amount' | 'code'
  /** Keeps the column visible while the table is scrolled sideways. The fixed columns come first. */
  fixed?: boolean
  /** What the values are, where the header alone does not say it; the description of the header. */
  description?: string
  /** Name of the filter, where the header alone does not say what it filters: 'Fecha (creación)' of 'Fecha'. */
  filterLabel?: string
  /**
   * Offers a filter in the view bar: by the displayed values, or by a range of days. A filter by `rows` is not offered: it
   * selects rows by the ids in this column, see `Table.showOnly`.
   */
  filter?: 'values' | 'dates' | 'rows'
  /** Of several columns of dates: the one whose days the filter offers first. */
  isFirstDate?: boolean
  /** With a filter by `rows`: the field whose text identifies the rows without an id. */
  textKey?: string
  /** Adds to a filter by values a choice of all values but one, such as 'Asignado' of all but 'No asignado'. */
  others?: { than: string; label: string }
  /** What its texts open: a detail panel, if a remote provides its slot, or what a function opens for the id of the row. */
  opens?: DetailOpener | ((id: Cell | undefined) => void)
  /**
   * Place on a phone's card; of columns with the same one, the first with a text. If no column declares one, the first four data columns are on the card. Other columns show
   * when the card has the focus.
   */
  card?: CardPlace
}

/** A column of data: sortable, and part of the CSV. */
export interface DataColumn<R extends AnyRow> extends CsvColumn, ColumnOptions {
  field: keyof R & string
}

/**
 * A column of controls: neither sortable nor part of the CSV (specification §9). Cells render again only for another row
 * or column object, so create a new object when the output depends on more than the row. Rows have no key, so a control
 * that acts on its row needs one.
 */
export interface ActionColumn<R extends AnyRow> extends Pick<ColumnOptions, 'width' | 'card'> {
  header: string
  render: (row: R) => ReactNode
}

export type Column<R extends AnyRow> = DataColumn<R> | ActionColumn<R>

export function isDataColumn<R extends AnyRow>(column: Column<R>): column is DataColumn<R> {
  return 'field' in column
}

/** Whether a column has numbers: ids or amounts. */
export function isNumeric({ kind }: ColumnOptions): boolean {
  return kind === 'number' || kind === 'amount'
}

/** Whether the menu of filters offers a column. */
export function isInFilterMenu({ filter }: ColumnOptions): boolean {
  return filter === 'values' || filter === 'dates'
}

/** The name of a column's filter, in the menu and on its chip. */
export function filterLabelOf({ header, filterLabel = header }: { header: string } & ColumnOptions): string {
  return filterLabel
}

type ColumnOf<R extends AnyRow> = Omit<DataColumn<R>, 'field'>

/** A header, or a header with options, for each field. */
export type FieldColumns<Field extends string> = Readonly<Record<Field, string | ColumnOf<Row<Field>>>>

/**
 * Creates columns that display fields, in the order of the keys.
 *
 * @example fieldColumns({ id: { header: 'Id', width: 5, kind: 'number' }, name: 'Nombre' })
 */
export function fieldColumns<Field extends string>(columns: FieldColumns<Field>): DataColumn<Row<Field>>[] {
  const entries = Object.entries(columns) as [Field, string | ColumnOf<Row<Field>>][]
  return entries.map(([field, column]) =>
    typeof column === 'string' ? { header: column, field } : { ...column, field },
  )
}
