import { useSyncExternalStore } from 'react'
import { LoadedAt } from '../components/view-bar/LoadedAt'
import { sentenceOf } from '../words/fault-words'
import type { ListName } from './session-lists'
import { useDetailSource } from './useFound'

interface DetailFooterProps {
  /** The lists that the details show. */
  lists: readonly ListName[]
  /** The details' other data, which the table renews. */
  other?: { loadedAt: Date | undefined; isLoading: boolean }
}

/** The age of details, which is that of the oldest list, and the button that renews all lists and the table. */
export function DetailFooter({ lists: names, other }: DetailFooterProps) {
  const { lists, table } = useDetailSource()
  const states = useSyncExternalStore(lists.subscribe, () => lists.state)
  const own = names.find((name) => name === table.list?.path)
  const shared = names.filter((name) => name !== own)
  const shown = shared.flatMap((name) => states[name] ?? [])
  const fault = shown.find((list) => list.fault)?.fault
  const isLoading = shown.some((list) => list.isLoading)
  const age = oldestOf([other?.loadedAt, own && table.loadedAt, ...shown.map((list) => list.loadedAt)])

  const action = isLoading
    ? { label: 'Cancelar', run: () => lists.cancel(shared) }
    : fault
      ? { label: 'Reintentar', run: () => lists.retry(shared) }
      : { label: 'Actualizar', run: table.renew }

  return (
    <footer className="detail-footer">
      {age && (
        <span className="loaded-at">
          <LoadedAt time={age} />
        </span>
      )}
      {(isLoading || other?.isLoading || (own && table.running)) && <span role="status">Cargando…</span>}
      {!isLoading && fault && <span role="status">{sentenceOf(fault)}</span>}
      {/* One button, so that it keeps the focus. */}
      <button type="button" className="view-button" onClick={action.run}>
        {action.label}
      </button>
    </footer>
  )
}

function oldestOf(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).sort((one, other) => one.getTime() - other.getTime())[0]
}
