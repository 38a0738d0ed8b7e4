import type { MouseEvent } from 'react'
import type { TabProps } from 'shared-auth'
import {
  ActionButton,
  type Column,
  CsvButton,
  RefreshButton,
  RowsTable,
  TabRoot,
  useDialog,
  useNotify,
  useTable,
  useWork,
} from 'shared-ui'
import { type Code, selectCodes } from './api/select-codes'
import { CreateDialog } from './CreateDialog'
import { dataColumns } from './columns'
import { DeleteAllDialog } from './DeleteAllDialog'
import { DeleteButton } from './DeleteButton'
import { createCodes, deleteAll, deleteOne, type Outcome, only, unassigned } from './outcome'
import { useMovedRows } from './useMovedRows'

/** Codigos: the redeemable codes, to create and to delete. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <CodesTable />
    </TabRoot>
  )
}

const PAGE_SIZES = [10, 25, 50]

function CodesTable() {
  const notify = useNotify()
  const table = useTable(dataColumns, selectCodes)
  const { isRunning, run } = useWork()
  const creation = useDialog()
  const deletionOfAll = useDialog()
  const movedRows = useMovedRows(table.page)

  /** Makes a change, unless one of that name is under way, and says what it has come to. */
  async function attempt(name: string, change: () => Promise<Outcome>): Promise<Partial<Outcome>> {
    let outcome: Partial<Outcome> = {}
    await run(name, async () => {
      outcome = await change()
      if (!outcome.isDone) throw outcome.error
    })
    if (outcome.message) notify(outcome.message)
    return outcome
  }

  async function create(quantity: number): Promise<boolean> {
    const reread = table.track(unassigned)
    const { isDone = false, isStale } = await attempt('create', () => createCodes(quantity, reread))
    if (isDone) creation.close()
    if (isStale) table.reload()
    return isDone
  }

  async function removeAll() {
    const reread = table.track(unassigned)
    const { isDone, isStale } = await attempt('delete all', () => deleteAll(reread))
    if (isDone) deletionOfAll.close()
    if (isStale) table.reload()
  }

  const deletion = ({ id }: Code) => `delete ${id}`
  async function remove(code: Code, press: MouseEvent) {
    if (movedRows.isMistaken(press, code)) return
    movedRows.expectGone(code)
    const reread = table.track(only(code))
    const { isStale } = await attempt(deletion(code), () => deleteOne(code, reread))
    // Until its row is gone or drawn anew, its button stays busy.
    if (isStale) await run(deletion(code), table.reload)
  }

  const columns: Column<Code>[] = [
    ...dataColumns,
    {
      header: 'Acciones',
      render: (code) => (
        // With its key, no press and no focus passes to the code that comes in its place.
        <DeleteButton
          key={String(code.id)}
          code={code}
          busy={isRunning(deletion(code))}
          onPress={(press) => remove(code, press)}
        />
      ),
    },
  ]

  return (
    <>
      <RowsTable
        name="Codigos"
        columns={columns}
        table={table}
        isChanging={table.page?.some((code) => isRunning(deletion(code))) ?? false}
        pageSizes={PAGE_SIZES}
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton table={table} />
            <ActionButton label="Crear codigo" icon="pi pi-plus" onPress={creation.open} />
            <ActionButton label="Borrar codigos" icon="pi pi-trash" severity="danger" onPress={deletionOfAll.open} />
          </>
        }
      />
      <CreateDialog visible={creation.isOpen} onHide={creation.close} busy={isRunning('create')} onCreate={create} />
      <DeleteAllDialog
        visible={deletionOfAll.isOpen}
        onHide={deletionOfAll.close}
        busy={isRunning('delete all')}
        onDelete={removeAll}
      />
    </>
  )
}
