import type { TabProps } from '@canje/shared-auth'
import {
  ActionButton,
  ActionDialog,
  type Column,
  CopyButton,
  CsvButton,
  importWithRetry,
  isId,
  isRedeemed,
  OnDemand,
  RefreshButton,
  RowsTable,
  TabDialog,
  type TableOptions,
  TabRoot,
  useDialog,
  useFeature,
  useTab,
  useTable,
} from '@canje/shared-ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { CREATE, CreateDialog } from './CreateDialog'
import { type Code, codeKey, codeList, REDEEMED } from './codes'
import { DeleteAllDialog } from './DeleteAllDialog'
import { HISTORY } from './history/staff-actions'
import { isList } from './is-list'
import { ListNote } from './ListNote'
import { copiedNames, repetitionOf } from './messages'
import type { PastedCodes } from './pasted-codes'
import { ReceiptList } from './ReceiptList'
import { deletion, useChanges } from './useChanges'

/** Codigos: create and delete redeemable codes. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <CodesTable />
    </TabRoot>
  )
}

const loadPasted = () => import(/* webpackChunkName: 'pasted-codes' */ './pasted-codes')
const loadHistory = () => import(/* webpackChunkName: 'history' */ './History')

const OPTIONS: TableOptions<Code> = {
  pageSizes: [10, 25, 50],
  pasted: { isList, find: async (search, rows) => (await importWithRetry(loadPasted)).findPasted(search, rows) },
}

function CodesTable() {
  const table = useTable(codeList.columns, codeList.load, OPTIONS)
  const { rows, view, actions, request } = table
  const act = useChanges(actions)
  const { state, isRunning, dismiss } = act
  const { changes, failed } = state
  const asked = changes.find(({ status, confirm }) => status === 'asked' && confirm)
  const cancelAsked = () => asked && act.step(asked.id, 'close')
  const creation = useDialog(CREATE)
  const deletionOfAll = useDialog()
  const hasHistory = useFeature('history')
  const [history, setHistory] = useState<{ opens: string | undefined }>()
  /** What the dialog says of the list must be as new. */
  function renew() {
    if (!request.running) actions.reload()
  }
  /** @param opens the key of an action */
  function openHistory(opens?: string) {
    setHistory({ opens })
    renew()
  }

  const { view: tabView } = useTab()
  const openLinked = useEffectEvent(() => {
    const key = new URLSearchParams(tabView?.params).get(HISTORY)
    if (key === null || !hasHistory) return
    openHistory(key)
    // The same link opens it again.
    tabView?.onChange(view.params)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL of the tab may name another action
  useEffect(() => openLinked(), [tabView?.opening])

  function show(codes: readonly Code[]) {
    if (codes.some(({ id }) => isId(id))) return actions.showOnly(codes)
    actions.removeFilters()
    actions.searchFor(codes.map(({ name }) => name).join('\n'))
  }

  async function namesInView() {
    const { complete, query, count: size = 0 } = rows
    const page = await complete?.page({ first: 0, size, query })
    return copiedNames(page?.rows ?? [])
  }

  const list = rows.complete === rows.all ? undefined : (rows.complete as PastedCodes | undefined)
  /** The change of the open dialog, which says itself how it is. */
  const nameOfDialog = creation.isOpen ? 'create' : deletionOfAll.isOpen ? 'delete all' : undefined
  const propsOf = (dialog: typeof creation, name: string) => ({
    onHide: () => {
      dialog.close()
      if (failed?.name === name) dismiss()
    },
    busy: isRunning(name),
    failure: failed?.name === name ? failed.failure : undefined,
    repetition: repetitionOf(changes.filter((change) => change.name === name)),
  })

  const columns: Column<Code>[] = [
    ...codeList.columns,
    {
      header: 'Acciones',
      width: 6,
      card: 'bottom-end',
      render: (code) => (
        <ActionButton
          // The key keeps focus and presses from moving to the code that takes this row.
          key={codeKey(code)}
          label="Borrar"
          name={`Borrar ${code.name ?? ''}`.trim()}
          {...(isRedeemed(code) && { title: 'Ya fue redimido' })}
          severity="danger"
          shortcut={hasHistory ? 'Delete' : undefined}
          outlined
          busy={isRunning(deletion(code))}
          disabled={isRedeemed(code) || !isId(code.id)}
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
        report={(first, last, count) => `Showing ${first} to ${last} of ${count} entries`}
        viewTools={
          <>
            <CopyButton name="Copiar codigos" disabled={!rows.complete || rows.count === 0} read={namesInView} />
            {hasHistory && <ActionButton label="Historial" shortcut="Alt+H" outlined onPress={() => openHistory()} />}
          </>
        }
        isChanging={rows.page?.some((code) => isRunning(deletion(code))) ?? false}
        repetition={repetitionOf(changes.filter(({ name }) => name !== nameOfDialog))}
        changeFailure={failed?.failure && failed.name !== nameOfDialog ? { ...failed.failure, dismiss } : undefined}
        empty={
          <>
            Todavía no hay codigos.
            <ActionButton label="Crear el primero" outlined onPress={creation.open} />
          </>
        }
        note={(list || view.filters.used === REDEEMED.text) && <ListNote list={list} view={view} rows={rows} />}
        selectionAction={act.selectionAction}
        receipt={(bar) => <ReceiptList changes={act} bar={bar} onShow={show} />}
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
              onPress={() => {
                deletionOfAll.open()
                renew()
              }}
            />
          </>
        }
      />
      {history && (
        <TabDialog header="Historial" onHide={() => setHistory(undefined)} className="summary-dialog">
          <OnDemand failure="No se pudo abrir el historial." load={loadHistory}>
            {({ default: History }) => (
              <History
                key={history.opens}
                opens={history.opens}
                list={request.running ? undefined : rows.all}
                onShow={(codes) => {
                  setHistory(undefined)
                  show(codes)
                }}
                onRestore={act.undo}
              />
            )}
          </OnDemand>
        </TabDialog>
      )}
      {asked && (
        <ActionDialog
          header="Borrar codigos elegidos"
          onHide={cancelAsked}
          action="Borrar"
          severity="danger"
          busy={false}
          onAction={() => asked.confirm?.()}
          onCancel={cancelAsked}
        >
          <p>De los codigos elegidos {asked.question}. No se puede deshacer.</p>
        </ActionDialog>
      )}
      <CreateDialog visible={creation.isOpen} {...propsOf(creation, 'create')} onCreate={act.create} />
      {deletionOfAll.isOpen && (
        <DeleteAllDialog {...propsOf(deletionOfAll, 'delete all')} table={table} onDelete={act.removeAll} />
      )}
    </>
  )
}
