import { useSyncExternalStore } from 'react'
import { LoadedAt } from '../components/view-bar/LoadedAt'
import type { LoadRows } from '../rows/load-rows'
import { sentenceOf } from '../words/fault-words'
import { useDetailFrame, useSessionLists } from './DetailRoot'

interface DetailFooterProps {
  /** The loaders of the lists that the details show. */
  lists: readonly Pick<LoadRows<never>, 'list'>[]
  /** The details' other data, which each renewal requests again. */
  other?: { loadedAt: Date | undefined; isLoading: boolean }
}

/** The age of details, which is that of the oldest list, and the button that renews all lists and the tab. */
export function DetailFooter({ lists: loaders, other }: DetailFooterProps) {
  const lists = useSessionLists()
  const { renew } = useDetailFrame()
  const shown = loaders.flatMap(({ list }) => list ?? [])
  useSyncExternalStore(lists.subscribe, () => lists.version)
  const states = shown.map((list) => lists.stateOf(list))
  const fault = states.find((list) => list.fault)?.fault
  const isLoading = states.some((list) => list.isLoading)
  const isRenewing = states.some((list) => list.isRenewing)
  const age = oldestOf([other?.loadedAt, ...states.map((list) => list.loadedAt)])

  const action = isLoading
    ? { label: 'Cancelar', run: () => lists.cancel(shown) }
    : fault?.kind === 'sign-in-page'
      ? { label: 'Recargar', run: () => location.reload() }
      : fault
        ? { label: 'Reintentar', run: () => lists.retry(shown) }
        : { label: 'Actualizar', run: renew }

  return (
    <footer className="detail-footer">
      {age && (
        <span className="loaded-at">
          <LoadedAt time={age} />
        </span>
      )}
      {(isLoading || isRenewing || other?.isLoading) && <span role="status">Cargando…</span>}
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
