import type { AnyRow } from '@canje/large-table'
import { useEffect, useState } from 'react'
import type { Table } from '../../state/useTable'
import { LoadedAt, loadedAtText } from './LoadedAt'

/** From when on the age is marked, in milliseconds. */
const OLD_MS = 300_000

/** The age of the rows, marked once they are old; as a button, it loads them again. Its place is reserved while they load. */
export function Age<R extends AnyRow>({
  table: { request, actions },
  isButton,
}: {
  table: Table<R>
  isButton: boolean
}) {
  const { loadedAt, running } = request
  const [old, setOld] = useState<Date>()
  useEffect(() => {
    if (!loadedAt) return
    const timer = setTimeout(() => setOld(loadedAt), loadedAt.getTime() + OLD_MS - Date.now())
    return () => clearTimeout(timer)
  }, [loadedAt])

  const isBusy = running !== undefined
  const look = {
    className: `loaded-at${loadedAt && old === loadedAt ? ' is-old' : ''}`,
    style: { visibility: loadedAt ? undefined : 'hidden' },
  } as const
  const content = <LoadedAt time={loadedAt} />
  if (!isButton)
    return (
      <span {...look} title={loadedAtText(loadedAt)}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      {...look}
      title="Actualizar los datos"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : actions.renew}
    >
      {content}
    </button>
  )
}
