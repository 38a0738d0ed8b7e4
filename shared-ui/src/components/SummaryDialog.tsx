import { type AnyRow, MemoryRows, type Row } from '@canje/large-table'
import { useId, useState } from 'react'
import type { CardPlace, DataColumn } from '../rows/columns'
import { TabRoot, useNotify } from '../state/TabRoot'
import { type Grouping, type Table, useTable } from '../state/useTable'
import { monthRange } from '../view/day-range'
import { RowsTable } from './RowsTable'
import { TabDialog } from './TabDialog'
import { CsvButton } from './toolbar'
import { EMPTY_TEXT } from './view-bar/Chips'

interface SummaryDialogProps {
  groups: NonNullable<Table<AnyRow>['groups']>
  onFilter: (filters: Record<string, string>) => void
  onHide: () => void
}

/** The rows of the view in groups, with counts and sums. A press of a group filters the table. */
export default function SummaryDialog({ groups, onFilter, onHide }: SummaryDialogProps) {
  const notify = useNotify()
  const [chosen, setChosen] = useState(groups.by[0])
  const id = useId()

  function filter({ column, unit }: Grouping, text: string) {
    const value = text === EMPTY_TEXT ? '' : text
    onFilter({ [column.field]: unit === 'month' ? monthRange(value) : value })
    onHide()
  }

  return (
    <TabDialog header="Resumen" visible onHide={onHide} className="summary-dialog">
      {/* A root without a view: the URL keeps that of the tab. */}
      <TabRoot notify={notify}>
        <p className="summary-choice">
          <label htmlFor={id}>Agrupar por</label>
          <select
            id={id}
            className="p-inputtext"
            value={chosen?.column.field}
            onChange={({ target }) => setChosen(groups.by.find(({ column }) => column.field === target.value))}
          >
            {groups.by.map(({ column, label }) => (
              <option key={column.field} value={column.field}>
                {label}
              </option>
            ))}
          </select>
        </p>
        {chosen && (
          <GroupTable
            key={chosen.column.field}
            groups={groups}
            grouping={chosen}
            onFilter={(text) => filter(chosen, text)}
          />
        )}
      </TabRoot>
    </TabDialog>
  )
}

interface GroupTableProps extends Pick<SummaryDialogProps, 'groups'> {
  grouping: Grouping
  onFilter: (text: string) => void
}

type GroupRow = Row<string>

/** The places of the sums on a phone's card. */
const CARD_PLACES: readonly CardPlace[] = ['bottom-start', 'bottom-end']

function GroupTable({ groups, grouping, onFilter }: GroupTableProps) {
  const [columns] = useState(() => columnsOf(grouping, groups.sums))
  const table = useTable<GroupRow>(columns, async () => {
    const found = await groups.load(grouping)
    // Rows without a date are in no month.
    const shown = grouping.unit === 'month' ? found.filter(({ text }) => text !== '') : found
    return new MemoryRows(
      shown.map(({ text, count, sums }) => ({
        text: text || EMPTY_TEXT,
        count,
        ...Object.fromEntries(groups.sums.map(({ field }, index) => [field, sums[index] ?? 0])),
      })),
    )
  })

  return (
    <RowsTable
      name={`Resumen por ${grouping.label}`}
      columns={columns}
      table={table}
      onOpenGroup={onFilter}
      toolbar={<CsvButton table={table} />}
    />
  )
}

function columnsOf({ label }: Grouping, sums: GroupTableProps['groups']['sums']): DataColumn<GroupRow>[] {
  return [
    { header: label, field: 'text', width: 14, opens: 'group', card: 'top-start' },
    { header: 'Cantidad', field: 'count', width: 7, kind: 'number', card: 'top-end' },
    ...sums.map(
      ({ header, field }, index): DataColumn<GroupRow> => ({
        header,
        field,
        width: 9,
        kind: 'number',
        card: CARD_PLACES[index] ?? 'bottom-end',
      }),
    ),
  ]
}
