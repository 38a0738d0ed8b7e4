import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { useState, useSyncExternalStore } from 'react'
import { ActionButton } from '../components/ActionButton'
import { LoadedAt } from '../components/view-bar/LoadedAt'
import type { ListReader } from '../rows/list'
import { sessionLists } from '../rows/list-cache'
import { sentenceOf } from '../words/fault-words'
import { useDetailFrame } from './DetailRoot'

interface DetailFooterProps {
  /** The loaders of the lists that the details show. */
  lists: readonly ListReader[]
  /** The details' other data, which each renewal requests again. */
  other?: { loadedAt: Date | undefined; isLoading: boolean; fault?: Fault | undefined }
}

/** The age of details, which is that of the oldest list, and the button that renews all lists and the tab. */
export function DetailFooter({ lists: loaders, other }: DetailFooterProps) {
  const [cache] = useState(sessionLists)
  const { renew, renewedAt } = useDetailFrame()
  useSyncExternalStore(cache.subscribe, cache.getState)
  const lists = loaders.map(({ list }) => ({ list, ...cache.viewOf(list, renewedAt) }))
  const pending = lists.filter((list) => list.pending)
  const isLoading = pending.some(({ list }) => !cache.isForTab(list))
  const failed = lists.filter((list) => list.error !== undefined && !list.pending)
  const fault = failed[0] ? faultOf(failed[0].error) : other?.isLoading ? undefined : other?.fault
  const age = oldestOf([other?.loadedAt, ...lists.map(({ rows }) => rows?.loadedAt)])

  const action = isLoading
    ? { label: 'Cancelar', run: () => pending.map(({ list }) => cache.cancel(list)) }
    : fault?.kind === 'sign-in-page'
      ? { label: 'Recargar', run: () => location.reload() }
      : fault
        ? { label: 'Reintentar', run: failed.length > 0 ? () => failed.map(({ list }) => cache.retry(list)) : renew }
        : { label: 'Actualizar', run: renew }

  return (
    <footer className="line detail-footer">
      {age && (
        <span className="loaded-at">
          <LoadedAt time={age} />
        </span>
      )}
      {(pending.length > 0 || other?.isLoading) && <span role="status">Cargando…</span>}
      {!isLoading && fault && <span role="status">{sentenceOf(fault)}</span>}
      {/* All actions share a button, which so keeps the focus. */}
      <ActionButton label={action.label} outlined onPress={() => action.run?.()} />
    </footer>
  )
}

function oldestOf(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).sort((one, other) => one.getTime() - other.getTime())[0]
}
