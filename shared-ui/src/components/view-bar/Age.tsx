import type { AnyRow } from '@canje/large-table'
import { useEffect, useState } from 'react'
import { formatTime, timeArticle } from '../../rows/campaign-time'
import type { Table } from '../../state/useTable'
import { LoadedAt } from './LoadedAt'

/** From when on the age is marked, in milliseconds. */
const OLD_MS = 300_000

/** The age of the rows, marked once they are old; as a button, it loads them again. Its place is reserved while they load. */
export function Age<R extends AnyRow>({ table, isButton }: { table: Table<R>; isButton: boolean }) {
  const { request, actions } = table
  const { loadedAt, running } = request
  const [old, setOld] = useState<Date>()
  useEffect(() => {
    if (!loadedAt) return
    const timer = setTimeout(() => setOld(loadedAt), loadedAt.getTime() + OLD_MS - Date.now())
    return () => clearTimeout(timer)
  }, [loadedAt])

  const Element = isButton ? 'button' : 'span'
  const button =
    isButton &&
    ({ type: 'button', 'aria-busy': running !== undefined, onClick: running ? undefined : actions.renew } as const)
  return (
    <Element
      {...button}
      className={`loaded-at${loadedAt && old === loadedAt ? ' is-old' : ''}`}
      title={
        isButton ? 'Actualizar los datos' : loadedAt && `Datos de ${timeArticle(loadedAt)} ${formatTime(loadedAt)}`
      }
      style={{ visibility: loadedAt ? undefined : 'hidden' }}
    >
      <LoadedAt time={loadedAt} />
    </Element>
  )
}
