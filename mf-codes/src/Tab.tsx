import type { TabProps } from '@canje/shared-auth'
import {
  ActionButton,
  ActionDialog,
  type Column,
  CopyRows,
  CsvButton,
  isId,
  MenuEntry,
  OnDemand,
  RefreshButton,
  RowsTable,
  TabDialog,
  type TableOptions,
  TabRoot,
  useDialog,
  useFeature,
  useTable,
} from '@canje/shared-ui'
import { areRestorable } from './api/restore-codes'
import { CREATE, CreateDialog } from './CreateDialog'
import { FREE, REDEEMED, UNASSIGNED } from './code-display'
import { type Code, codeKey, codeList } from './codes'
import { DeleteAllDialog } from './DeleteAllDialog'
import { DeleteButton, RedeemedReason } from './DeleteButton'
import { DeletionProgressBar } from './DeletionProgressBar'
import { copiedText } from './messages'
import { Receipt } from './Receipt'
import { ReceiptList } from './ReceiptList'
import { RedemptionNote } from './RedemptionNote'
import { deletion, useCodeChanges } from './useCodeChanges'

/** Codigos: create and delete redeemable codes. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <CodesTable />
    </TabRoot>
  )
}

const loadHistory = () => import(/* webpackChunkName: 'history' */ './History')

const OPTIONS: TableOptions<Code> = {
  pageSizes: [10, 25, 50],
  counters: [
    { field: 'used', text: FREE.text, label: () => 'sin redimir' },
    { field: 'used', text: REDEEMED.text, label: (count) => (count === 1 ? 'redimido' : 'redimidos') },
    { field: 'userName', text: UNASSIGNED.text, label: () => 'sin asignar' },
  ],
}

function CodesTable() {
  const table = useTable(codeList.columns, codeList.load, OPTIONS)
  const { rows, view, actions, request } = table
  const { changes, receipts, deletionOfMany, ...act } = useCodeChanges(actions)
  const { isRunning, repeated, failed } = changes
  const creation = useDialog(CREATE)
  const deletionOfAll = useDialog()
  const hasHistory = useFeature('history')
  const history = useDialog()
  /** The log is read when it opens, so the list must be as new. */
  const openHistory = () => {
    history.open()
    if (!request.running) actions.reload()
  }
  const { confirmation, progress } = deletionOfMany

  function show(codes: readonly Code[]) {
    if (codes.some(({ id }) => isId(id))) return actions.showOnly(codes)
    actions.removeFilters()
    actions.searchFor(codes.map(({ name }) => name).join('\n'))
  }

  /** The change of the open dialog, which says itself why it failed. */
  const changeOfDialog = creation.isOpen ? 'create' : deletionOfAll.isOpen ? 'delete all' : undefined
  const repetitionOfDialog = repeated.find(({ name }) => name === changeOfDialog)
  const repeatedRows = repeated.filter(({ name }) => name !== changeOfDialog)
  const lastOfRows = repeatedRows.at(-1)
  const stopRows = () => {
    for (const { stop } of repeatedRows) stop()
  }
  const failureOfDialog = failed?.name === changeOfDialog ? failed : undefined
  const hiding = (dialog: typeof creation) => () => {
    dialog.close()
    failed?.dismiss()
  }

  const columns: Column<Code>[] = [
    ...codeList.columns,
    {
      header: 'Acciones',
      width: 6,
      card: 'bottom-end',
      render: (code) => (
        // The key keeps focus and presses from moving to the code that takes this row.
        <DeleteButton
          key={codeKey(code)}
          code={code}
          busy={isRunning(deletion(code))}
          shortcut={hasHistory ? 'Delete' : undefined}
          onPress={() => act.remove(code)}
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
        reportTemplate="Showing {first} to {last} of {totalRecords} entries"
        viewTools={
          <>
            <CopyRows table={table} field="name" name="Copiar codigos" copied={copiedText} />
            {hasHistory && (
              <button
                type="button"
                className="view-button"
                title="Historial"
                aria-keyshortcuts="Alt+H"
                onClick={openHistory}
              >
                <i className="pi pi-history" aria-hidden="true" /> <span className="view-button-label">Historial</span>
              </button>
            )}
          </>
        }
        isChanging={rows.page?.some((code) => isRunning(deletion(code))) ?? false}
        repetition={lastOfRows && { ...lastOfRows, stop: stopRows }}
        changeFailure={failureOfDialog ? undefined : failed}
        empty={
          <>
            Todavía no hay codigos.
            <button type="button" className="view-button" onClick={creation.open}>
              Crear el primero
            </button>
          </>
        }
        note={view.filters.used === REDEEMED.text && <RedemptionNote days={view.filters.date} />}
        menu={hasHistory && <MenuEntry label="Historial" onPress={openHistory} />}
        selectionAction={deletionOfMany.action}
        receipt={
          <ReceiptList receipts={receipts} progress={progress && <DeletionProgressBar progress={progress} />}>
            {(receipt) => {
              const isDeletion = hasHistory && receipt.kind === 'deleted' && receipt.count > 0
              const canUndo = isDeletion && receipts.isFresh && areRestorable(receipt.codes)
              return (
                // The key keeps presses, focus and what is pending from moving to the receipt that replaces it.
                <Receipt
                  key={receipt.id}
                  receipt={receipt}
                  busy={isRunning('restore')}
                  onUndo={canUndo ? () => act.undo(receipt) : undefined}
                  isOver={isDeletion && !canUndo}
                  onShow={() => show(receipt.codes)}
                />
              )
            }}
          </ReceiptList>
        }
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton table={table} />
            <ActionButton label="Crear codigo" icon="pi pi-plus" shortcut="Alt+N" onPress={creation.open} />
            <ActionButton
              label="Borrar codigos"
              icon="pi pi-trash"
              shortcut="Alt+B"
              severity="danger"
              outlined
              onPress={deletionOfAll.open}
            />
          </>
        }
      />
      <RedeemedReason />
      {history.isOpen && (
        <OnDemand
          failure="No se pudo abrir el historial."
          load={loadHistory}
          frame={(content) => (
            <TabDialog header="Historial" visible onHide={history.close} className="history-dialog">
              {content}
            </TabDialog>
          )}
        >
          {({ default: History }) => (
            <History
              list={request.running ? undefined : rows.complete}
              onShow={(codes) => {
                history.close()
                show(codes)
              }}
              onRestore={hasHistory ? act.restoreCodes : undefined}
            />
          )}
        </OnDemand>
      )}
      <ActionDialog
        header="Borrar codigos elegidos"
        visible={confirmation !== undefined}
        onHide={() => confirmation?.cancel()}
        action="Borrar"
        severity="danger"
        busy={false}
        onAction={() => confirmation?.confirm()}
        onCancel={() => confirmation?.cancel()}
      >
        <p>De los codigos elegidos {confirmation?.text}. No se puede deshacer.</p>
      </ActionDialog>
      <CreateDialog
        visible={creation.isOpen}
        onHide={hiding(creation)}
        busy={isRunning('create')}
        failure={failureOfDialog}
        repetition={repetitionOfDialog}
        onCreate={(quantity) => act.create(quantity, creation.close)}
      />
      <DeleteAllDialog
        visible={deletionOfAll.isOpen}
        onHide={hiding(deletionOfAll)}
        busy={isRunning('delete all')}
        failure={failureOfDialog}
        repetition={repetitionOfDialog}
        isFiltered={rows.found !== undefined}
        onDelete={(removedSince) => act.removeAll(removedSince, deletionOfAll.close)}
      />
    </>
  )
}
