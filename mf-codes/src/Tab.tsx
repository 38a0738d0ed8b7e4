import type { MouseEvent } from 'react'
import type { TabProps } from 'shared-auth'
import {
  ActionButton,
  type Column,
  CsvButton,
  RefreshButton,
  RowsTable,
  type TableOptions,
  TabRoot,
  useDialog,
  useExclusiveAction,
  useNotify,
  useTable,
} from 'shared-ui'
import { type Code, selectCodes } from './api/select-codes'
import { CreateDialog } from './CreateDialog'
import { dataColumns, FREE, REDEEMED, UNASSIGNED } from './columns'
import { DeleteAllDialog } from './DeleteAllDialog'
import { DeleteButton, RedeemedReason } from './DeleteButton'
import { createCodes, deleteAll, deleteOne, type Outcome, selectionOf, unassigned } from './outcome'
import { useMisclickGuard } from './useMisclickGuard'

/** Codigos: create and delete redeemable codes. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <CodesTable />
    </TabRoot>
  )
}

const OPTIONS: TableOptions<Code> = {
  pageSizes: [10, 25, 50],
  counters: [
    { field: 'used', text: FREE.text, label: 'sin redimir' },
    { field: 'used', text: REDEEMED.text, label: 'redimidos' },
    { field: 'userName', text: UNASSIGNED.text, label: 'sin asignar' },
  ],
}

function CodesTable() {
  const notify = useNotify()
  const table = useTable(dataColumns, selectCodes, OPTIONS)
  const { isRunning, run } = useExclusiveAction()
  const creation = useDialog()
  const deletionOfAll = useDialog()
  const misclickGuard = useMisclickGuard(table.page)

  /** Runs a change unless one with the same name is pending, and shows its toast. */
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
    const refetch = table.track(unassigned)
    const { isDone = false, isStale } = await attempt('create', () => createCodes(quantity, refetch))
    if (isDone) creation.close()
    if (isStale) table.reload()
    return isDone
  }

  async function removeAll() {
    const refetch = table.track(unassigned)
    const { isDone, isStale } = await attempt('delete all', () => deleteAll(refetch))
    if (isDone) deletionOfAll.close()
    if (isStale) table.reload()
  }

  const deletion = ({ id }: Code) => `delete ${id}`
  async function remove(code: Code, press: MouseEvent) {
    if (misclickGuard.isMisclick(press, code)) return
    misclickGuard.registerDeletion(code)
    const refetch = table.track(selectionOf(code))
    const { isStale } = await attempt(deletion(code), () => deleteOne(code, refetch))
    // The button stays busy until the row is removed or reloaded.
    if (isStale) await run(deletion(code), table.reload)
  }

  const columns: Column<Code>[] = [
    ...dataColumns,
    {
      header: 'Acciones',
      width: 6,
      card: 'bottom-end',
      render: (code) => (
        // The key keeps focus and presses from moving to the code that takes this row.
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
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton table={table} />
            <ActionButton label="Crear codigo" icon="pi pi-plus" onPress={creation.open} />
            <ActionButton
              label="Borrar codigos"
              icon="pi pi-trash"
              severity="danger"
              outlined
              onPress={deletionOfAll.open}
            />
          </>
        }
      />
      <RedeemedReason />
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
