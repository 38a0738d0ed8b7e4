import type { TabProps } from '@canje/shared-auth'
import {
  ActionButton,
  type Column,
  CsvButton,
  FREE,
  REDEEMED,
  RefreshButton,
  RowsTable,
  type TableOptions,
  TabRoot,
  UNASSIGNED,
  useDialog,
  useExclusiveAction,
  useFeature,
  useNotify,
  useTable,
} from '@canje/shared-ui'
import { lazy, type MouseEvent, Suspense } from 'react'
import { type Code, selectCodes } from './api/select-codes'
import { CREATE, CreateDialog } from './CreateDialog'
import { dataColumns } from './columns'
import { DeleteAllDialog } from './DeleteAllDialog'
import { DeleteButton, RedeemedReason } from './DeleteButton'
import { createCodes, deleteAll, deleteOne, type Outcome, restore, selectionOf, unassigned } from './outcome'
import { Receipt, type ReceiptData } from './Receipt'
import { useMisclickGuard } from './useMisclickGuard'
import { useReceipts } from './useReceipts'

/** Codigos: create and delete redeemable codes. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <CodesTable />
    </TabRoot>
  )
}

const HistoryDialog = lazy(() => import('./HistoryDialog'))

const OPTIONS: TableOptions<Code> = {
  pageSizes: [10, 25, 50],
  copy: { field: 'name', name: 'Copiar codigos', copied: 'Se copiaron los codigos de esta vista' },
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
  const creation = useDialog(CREATE)
  const deletionOfAll = useDialog()
  const receipts = useReceipts()
  const canRestore = useFeature('restore')
  const hasEvents = useFeature('events')
  const history = useDialog()
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
    const { isDone = false, isStale, codes } = await attempt('create', () => createCodes(quantity, refetch))
    receipts.add({ kind: 'created', codes, requested: quantity })
    if (isDone) creation.close()
    if (isStale) table.reload()
    return isDone
  }

  async function removeAll(removedSince: () => Promise<readonly Code[] | undefined>) {
    const refetch = table.track(unassigned)
    const { isDone, isStale, codes } = await attempt('delete all', () => deleteAll(refetch))
    if (isDone) deletionOfAll.close()
    if (isStale) table.reload()
    if (isDone) receipts.add({ kind: 'deleted', codes: codes ?? (await removedSince()) })
  }

  const deletion = ({ id }: Code) => `delete ${id}`
  async function remove(code: Code, press: MouseEvent) {
    if (misclickGuard.isMisclick(press, code)) return
    misclickGuard.registerDeletion(code)
    const refetch = table.track(selectionOf(code))
    const { isStale, codes } = await attempt(deletion(code), () => deleteOne(code, refetch))
    if (canRestore) receipts.add({ kind: 'deleted', codes })
    // The button stays busy until the row is removed or reloaded.
    if (isStale) await run(deletion(code), table.reload)
  }

  async function undo(receipt: ReceiptData) {
    const { isDone, isStale } = await attempt('restore', () => restore(receipt.codes))
    if (isDone) receipts.remove(receipt)
    if (isStale) table.reload()
  }

  function show({ codes }: ReceiptData) {
    table.removeFilters()
    table.searchFor(codes.map(({ name }) => name).join('\n'))
  }

  const receipt = receipts.current
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
        menu={hasEvents && <ActionButton label="Historial" severity="secondary" outlined onPress={history.open} />}
        receipt={
          receipt && (
            <Receipt
              receipt={receipt}
              busy={isRunning('restore')}
              onUndo={canRestore ? () => undo(receipt) : undefined}
              onShow={() => show(receipt)}
              onClose={receipts.clear}
            />
          )
        }
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
      {history.isOpen && (
        <Suspense>
          <HistoryDialog onHide={history.close} />
        </Suspense>
      )}
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
