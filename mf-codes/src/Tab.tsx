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
import { deleteAllCodes } from './api/delete-all-codes'
import { deleteCode, isOutOfDate } from './api/delete-code'
import { insertCodes } from './api/insert-codes'
import { type Code, selectCodes } from './api/select-codes'
import { CreateDialog } from './CreateDialog'
import { dataColumns } from './columns'
import { DeleteAllDialog } from './DeleteAllDialog'
import { DeleteButton } from './DeleteButton'
import { created, deleted, deletedAll } from './messages'

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

  async function create(quantity: number): Promise<boolean> {
    const isCreated = await run('create', () => insertCodes(quantity))
    if (isCreated) {
      notify(created)
      creation.close()
      table.reload()
    }
    return isCreated
  }

  async function removeAll() {
    if (!(await run('delete all', deleteAllCodes))) return
    notify(deletedAll)
    deletionOfAll.close()
    table.reload()
  }

  const deletion = ({ id }: Code) => `delete ${id}`
  async function remove(code: Code) {
    let isGone = false
    await run(deletion(code), async () => {
      await deleteCode(code.id).catch((error: unknown) => {
        isGone = isOutOfDate(error)
        throw error
      })
      isGone = true
      notify(deleted(code))
    })
    // Until its row is gone or drawn anew, its button stays busy.
    if (isGone) await run(deletion(code), table.reload)
  }

  const columns: Column<Code>[] = [
    ...dataColumns,
    {
      header: 'Acciones',
      exportable: false,
      body: (code) => (
        // With its key, no press and no focus passes to the code that comes in its place.
        <DeleteButton key={String(code.id)} code={code} busy={isRunning(deletion(code))} onPress={() => remove(code)} />
      ),
    },
  ]

  return (
    <>
      <RowsTable
        name="Codigos"
        columns={columns}
        table={table}
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
