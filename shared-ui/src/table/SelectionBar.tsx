import { type AnyRow, allRows, MemoryRows } from '@canje/large-table'
import { useMemo } from 'react'
import { ActionButton } from '../components/ActionButton'
import { copiedLines } from '../components/copied'
import { RowButtons } from '../components/RowButtons'
import { identityOf } from '../rows/row-identity'
import { useComputed } from '../state/useComputed'
import { type RowSelection, selectedText } from '../state/useSelection'
import type { Table } from '../state/useTable'
import { formatNumber } from '../view/format'

/** What staff may do with the selected rows of a tab. */
export interface SelectionAction<R> {
  /** The verb on its button, before the number of rows that it acts on: 'Borrar'. */
  label: string
  /** What it will do with these rows, or why it cannot do anything, without a point at the end; `count` of them. */
  describe: (rows: readonly R[]) => { text: string; count: number; isPossible: boolean }
  /** @param clear ends the selection */
  run: (rows: readonly R[], clear: () => void) => unknown
}

interface SelectionBarProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  table: Pick<Table<R>, 'rows'>
  selection: RowSelection<R>
  action: SelectionAction<R> | undefined
}

/** How many rows staff have selected, and what they may do with them. */
export default function SelectionBar<R extends AnyRow>({ name, table, selection, action }: SelectionBarProps<R>) {
  const { rows, notice, clear, selectAll } = selection
  const { found = 0, complete, all, columns, identity, isPageLoading, query: viewQuery } = table.rows
  const count = rows.size
  const selected = [...rows.values()]
  const described = count > 0 ? action?.describe(selected) : undefined
  const { hasId, conditionOf } = useMemo(() => identityOf(columns, identity), [columns, identity])
  const ofRows = useMemo(() => conditionOf([...rows.keys()]), [conditionOf, rows])
  const inView = useMemo(
    () => complete && { complete, query: { ...viewQuery, conditions: [...viewQuery.conditions, ofRows] } },
    [complete, viewQuery, ofRows],
  )
  const counted = useComputed(inView, async ({ complete, query }) => complete.page({ first: 0, size: 0, query }))
  // A pasted list has an order of its own, and rows for what does not exist.
  const query = { ...allRows, conditions: [ofRows], sorting: viewQuery.sorting }
  const isInList = complete !== all && complete?.pageInMemory({ first: 0, size: 0, query })?.count === count
  const source = isInList ? complete : selected.every(hasId) ? all : new MemoryRows(selected)

  async function copy() {
    const { text, count: copied } = (await source?.tsv({ columns, query })) ?? { text: '', count: 0 }
    return copiedLines(text, columns, copiedText(copied, count - copied))
  }

  return (
    <section className="receipt" aria-label="Selección">
      <span>
        <strong>{selectedText(count)}</strong>
        {described && ', '}
        <span>{described?.text}</span>
        {notice && '. '}
        <span>{notice}</span>
      </span>
      <span className="line">
        {described && action && (
          <ActionButton
            label={`${action.label} ${formatNumber(described.count)}`}
            shortcut="Delete"
            severity="danger"
            outlined
            disabled={!described.isPossible}
            onPress={() => action.run(selected, clear)}
          />
        )}
        {counted && counted.value.count < found && !isPageLoading && (
          <ActionButton
            label={found === 1 ? 'Elegir el encontrado' : `Elegir los ${formatNumber(found)} encontrados`}
            outlined
            onPress={selectAll}
          />
        )}
        {count > 0 && (
          <RowButtons
            copy={copy}
            kinds={['Excel']}
            fileName={name}
            rows={{ columns, complete: source, query, count }}
          />
        )}
        <ActionButton name="Quitar la selección" icon="pi pi-times" outlined onPress={clear} />
      </span>
    </section>
  )
}

/** @param gone selected rows that the result no longer has */
function copiedText(count: number, gone: number): string {
  const copied = count === 1 ? 'Se copió 1 fila' : `Se copiaron ${formatNumber(count)} filas`
  if (gone === 0) return copied
  return `${copied}; ${gone === 1 ? '1 ya no está' : `${formatNumber(gone)} ya no están`}`
}
