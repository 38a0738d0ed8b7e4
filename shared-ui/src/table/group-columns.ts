import { type Cell, type Group, keyText, type Row } from '@canje/large-table'
import type { CardPlace, DataColumn } from '../rows/columns'
import { type Grouping, type GroupMeasure, valuesOf } from '../state/grouping'
import type { TableOptions } from '../state/useTable'

/** A row of the table of groups. */
export type GroupRow = Row<string>

/**
 * The columns of the table of groups: text and figures. A key tells groups of one text apart.
 *
 * @param onOpen gets the id of a pressed group
 */
export function columnsOf(grouping: Grouping, onOpen: (id: Cell | undefined) => void): DataColumn<GroupRow>[] {
  const { label, key, figures } = grouping
  const measure = measureOf(grouping)
  const numbers: Pick<DataColumn<GroupRow>, 'header' | 'field' | 'description'>[] = [
    ...(key ? [{ header: key.header, field: 'key' }] : []),
    ...(figures.length === 0 ? [{ header: 'Filas', field: 'count' }] : []),
    ...figures.map((figure) => ({ ...headOf(figure), field: fieldOf(figure) })),
  ]
  return [
    { header: label, field: 'text', width: 14, opens: onOpen, card: 'top-start' },
    ...numbers.map((column, index): DataColumn<GroupRow> => {
      const card: CardPlace | undefined =
        index === 0 ? 'bottom-start' : column.field === measure ? 'bottom-end' : undefined
      return {
        ...column,
        width: widthOf(column.header),
        kind: column.field === 'key' ? 'number' : 'amount',
        ...(card && { card }),
      }
    }),
  ]
}

function headOf({ header, description, dates }: GroupMeasure): Pick<DataColumn<GroupRow>, 'header' | 'description'> {
  const parts = [description, dates && `fecha: ${dates.header}`].filter((part) => part !== undefined)
  return { header, ...(parts.length > 0 && { description: parts.join('; ') }) }
}

/** The field of what was asked for: the first figure with a date, or the first one. */
function measureOf({ figures }: Grouping): string {
  const figure = figures.find(({ dates }) => dates) ?? figures[0]
  return figure ? fieldOf(figure) : 'count'
}

/** Months in the order of time, other groups by what was asked for. */
export function orderOf(grouping: Grouping): Pick<TableOptions<GroupRow>, 'order'> {
  return grouping.unit === 'month' ? {} : { order: { field: measureOf(grouping), direction: -1 } }
}

/** Room for a header and its icon, in rem. */
const widthOf = (header: string) => Math.max(5, 2 + 0.55 * header.length)

const fieldOf = ({ isSum, field }: GroupMeasure) => `${isSum ? 'sum' : 'count'} ${field}`

/** Identifies a group, also after a reload. */
export const idOf = ({ key, text }: Group) => key ?? JSON.stringify(text)

/** @param group undefined for a total of no rows */
export function rowOf(text: string, grouping: Grouping, group: Group | undefined): GroupRow {
  const row: Record<string, Cell> = {
    id: group ? idOf(group) : null,
    text,
    key: group?.key?.startsWith(':') === false ? keyText(group.key) : null,
    count: group?.count ?? 0,
  }
  for (const { figure, value } of valuesOf(grouping, group)) row[fieldOf(figure)] = value
  return row
}
