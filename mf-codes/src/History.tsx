import {
  ActionButton,
  ChoiceField,
  type Column,
  CsvButton,
  fieldColumns,
  MemoryRows,
  RefreshButton,
  type Row,
  RowsTable,
  shortList,
  type TableOptions,
  TabRoot,
  useExclusiveAction,
  useFocusFallback,
  useTab,
  useTable,
} from '@canje/shared-ui'
import { useRef, useState } from 'react'
import { findCodes } from './codes'
import { ActionCodes, type ActionCodesProps } from './history/ActionCodes'
import { EventLog } from './history/event-log'
import type { ActionKind, StaffAction } from './history/staff-actions'

interface HistoryProps extends Pick<ActionCodesProps, 'list' | 'onShow' | 'onRestore'> {
  /** The key of the action to open; undefined for the table of all. */
  opens: string | undefined
}

const KINDS: readonly { value: ActionKind; label: string }[] = [
  { value: 'codes', label: 'Acciones con codigos' },
  { value: 'accounts', label: 'Sesiones y cuentas' },
  { value: 'failures', label: 'Ingresos fallidos' },
]

/** The actions of the staff: who did what, when and to which codes (D27: `events`). */
export default function History({ opens, ...props }: HistoryProps) {
  const { notify } = useTab()
  const [log] = useState(() => new EventLog())
  const [kind, setKind] = useState<ActionKind>('codes')
  const [opened, setOpened] = useState(opens)
  const choice = useRef<HTMLParagraphElement>(null)

  return (
    // A root without a view: the URL keeps that of the tab.
    <TabRoot notify={notify}>
      <div {...useFocusFallback(choice)}>
        {opened !== undefined ? (
          <ActionCodes
            // Without the list it cannot say what is gone.
            key={String(props.list !== undefined)}
            {...props}
            log={log}
            action={opened}
            onBack={() => setOpened(undefined)}
          />
        ) : (
          <>
            <p className="line summary-choice" tabIndex={-1} ref={choice}>
              <ChoiceField label="Mostrar" value={kind} choices={KINDS} onChange={setKind} />
            </p>
            <ActionTable key={kind} {...props} log={log} kind={kind} onOpen={setOpened} />
          </>
        )}
      </div>
    </TabRoot>
  )
}

type ActionRow = Row<'id' | 'date' | 'userName' | 'text' | 'some' | 'codes' | 'address'>

const NOUN = ['movimiento', 'movimientos'] as const
const NOUN_OF_PART = ['movimiento leído', 'movimientos leídos'] as const
const OPTIONS: TableOptions<ActionRow> = { pageSizes: [10, 25, 50] }

const COLUMNS = fieldColumns<Exclude<keyof ActionRow, 'id' | 'some'>>({
  date: {
    header: 'Fecha',
    width: 11,
    filter: 'dates',
    card: 'bottom-end',
    description: 'Fecha de la acción',
    filterLabel: 'Fecha (acción)',
  },
  userName: { header: 'Cuenta', width: 8, filter: 'values', card: 'bottom-start' },
  text: { header: 'Acción', width: 14, card: 'top-start' },
  codes: { header: 'Codigos', width: 16, kind: 'code' },
  address: { header: 'Dirección IP', width: 9 },
})

interface ActionTableProps extends Pick<HistoryProps, 'list' | 'onShow'> {
  log: EventLog
  kind: ActionKind
  onOpen: (key: string) => void
}

function ActionTable({ list, log, kind, onOpen, onShow }: ActionTableProps) {
  const { isRunning, run } = useExclusiveAction()
  /** The next load shows what was read already. */
  const isRead = useRef(log.actions.length > 0)
  const ofKind = () => log.actions.filter((action) => action.kind === kind)
  const table = useTable<ActionRow>(
    COLUMNS,
    async () => {
      if (!isRead.current) await log.readNewest()
      isRead.current = false
      return new MemoryRows(ofKind().map(rowOf))
    },
    OPTIONS,
  )

  function readOlder() {
    return run('older', async () => {
      const before = ofKind().length
      await log.readOlder(() => ofKind().length >= before + 10)
      isRead.current = true
      await table.actions.reload()
    })
  }

  /** Shows the codes of an action in the table of the tab, or the action if none exists or not all of them have been read. */
  async function show({ key, codes, isPartial }: StaffAction) {
    if (isPartial || !list || (await findCodes(codes, list)).size === 0) onOpen(key)
    else onShow(codes)
  }

  const columnsOfCodes = (): Column<ActionRow>[] => [
    ...COLUMNS.map((column): Column<ActionRow> => {
      // All its names are searched and in the file; the cell shows the first ones.
      if (column.field === 'codes') return { ...column, field: 'some' }
      return column.field === 'text' ? { ...column, opens: (id) => onOpen(String(id)) } : column
    }),
    {
      header: 'Tabla',
      width: 5,
      render: ({ id, text, date }) => {
        const action = log.actions.find(({ key }) => key === id)
        if (!action?.codes.length) return null
        const name = `Ver los codigos: ${text}, ${date}`
        const onPress = () => show(action)
        return <ActionButton key={String(id)} label="Ver" name={name} outlined disabled={!list} onPress={onPress} />
      },
    },
  ]

  return (
    <RowsTable
      name="Historial"
      columns={kind === 'codes' ? columnsOfCodes() : COLUMNS.filter(({ field }) => field !== 'codes')}
      table={table}
      noun={log.isComplete ? NOUN : NOUN_OF_PART}
      minWidth="60rem"
      empty={log.isComplete ? 'Todavía no hay acciones.' : 'Ninguna entre las leídas: lea las anteriores.'}
      toolbar={
        <>
          <RefreshButton table={table} />
          <CsvButton table={table} />
          {!log.isComplete && (
            <ActionButton label="Leer anteriores" outlined busy={isRunning('older')} onPress={readOlder} />
          )}
        </>
      }
    />
  )
}

function rowOf({ key, date, userName, text, codes, isPartial, address }: StaffAction): ActionRow {
  const names = codes.map(({ name }) => String(name ?? ''))
  const some = isPartial ? `${names.slice(0, 3).join(', ')} y otros` : shortList(names)
  return { id: key, date, userName, text, some, codes: names.join(' '), address }
}
