import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useState } from 'react'
import { ActionButton } from '../components/ActionButton'
import { FilterDialog } from '../components/FilterDialog'
import { CsvButton, RefreshButton } from '../components/toolbar'
import type { DataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/list'
import type { GroupOptions } from '../state/grouping'
import { useDialog, useDraftText } from '../state/useDialog'
import { useTable } from '../state/useTable'
import { useWait } from '../state/useWait'
import { sentenceOf } from '../words/fault-words'
import { RowsTable } from './RowsTable'
import { SummaryButton } from './SummaryButton'

/** Identifies the dialog in its tab. */
const FILTER = 'filtrar'

const SERVER_FILTER = { name: 'Nombre o teléfono', total: 'con ese nombre o teléfono' }

interface FilteredTableProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  list: { columns: readonly DataColumn<R>[]; load: LoadRows<R> }
  /** The field whose numbers the view bar adds up. */
  sum: keyof R & string
  /** The field with the date of those numbers. */
  dates: keyof R & string
  /** How staff may group the rows, with that sum. */
  groupBy: readonly Omit<GroupOptions<keyof R & string>, 'figures'>[]
  /** Label of the field of the filter. */
  filterLabel: string
  /** Clears and closes the dialog on submit; otherwise it closes on success and keeps its text (D15, Referidos). */
  closesAtSubmit?: boolean
  /** Called once the matching rows are on the screen. */
  onFiltered?: () => void
}

/** A table with refresh, CSV and a filter of the server by name or phone (specification §2). */
export function FilteredTable<R extends AnyRow>({
  name,
  list,
  sum,
  dates,
  groupBy,
  filterLabel,
  closesAtSubmit = false,
  onFiltered,
}: FilteredTableProps<R>) {
  const table = useTable(list.columns, list.load, { sum })
  const { rows, view, request, actions } = table
  const { isOpen, open, close } = useDialog(FILTER)
  const [text, setText] = useDraftText(FILTER, isOpen, '')
  /** What was submitted last, until its rows are shown or the dialog opens again, and how to close its dialog. */
  const [submitted, setSubmitted] = useState<{ text: string; close: () => void }>()
  const isFiltering = request.running === 'filter'
  const wait = useWait(request.id)
  const failure = submitted && request.fault

  const isSettled = !request.running && !request.fault && !rows.isPageLoading
  const isShown = submitted !== undefined && isSettled && view.serverFilter === submitted.text
  const finish = useEffectEvent(() => {
    setSubmitted(undefined)
    if (!closesAtSubmit) submitted?.close()
    onFiltered?.()
  })
  useEffect(() => {
    if (isShown) finish()
  }, [isShown])

  function filter(entered: string) {
    const text = entered.trim()
    setText(closesAtSubmit ? '' : entered)
    setSubmitted({ text, close })
    if (closesAtSubmit) close()
    // A second press is no second request, but another text replaces the pending one.
    if (!isFiltering || submitted?.text !== text) actions.filter(text)
  }

  return (
    <>
      <RowsTable
        name={name}
        viewTools={
          <SummaryButton
            table={table}
            groups={groupBy.map((group) => ({ ...group, figures: [{ field: sum, isSum: true, dates }] }))}
          />
        }
        table={table}
        serverFilter={SERVER_FILTER}
        isCovered={isOpen && isFiltering}
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton table={table} />
            <ActionButton
              name="Filtrar"
              icon="pi pi-filter"
              onPress={() => {
                if (!isFiltering) setSubmitted(undefined)
                open()
              }}
            />
          </>
        }
      />
      {isOpen && (
        <FilterDialog
          label={filterLabel}
          text={text}
          onText={setText}
          onHide={close}
          busy={isFiltering}
          read={{ wait, repeat: request.retry }}
          failure={failure && { text: sentenceOf(failure), fault: failure }}
          onFilter={filter}
        />
      )}
    </>
  )
}
