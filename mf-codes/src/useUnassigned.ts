import { type Fault, faultOf, type RowStore, saveFile } from '@canje/shared-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { UNASSIGNED } from './code-display'
import { type Code, codeList } from './codes'
import { unassigned } from './outcome'

/** The unassigned codes of a fresh read. */
interface UnassignedCodes {
  count: number
  /** The first three codes; a dash for one without a text. */
  names: readonly string[]
  rows: RowStore<Code>
}

type Reading = 'pending' | Fault | UnassignedCodes

/** True when the read has failed. */
export function isFault(reading: Reading): reading is Fault {
  return typeof reading === 'object' && 'kind' in reading
}

/** See {@link useUnassigned}. */
export interface UnassignedReading {
  reading: Reading
  /** Reads again. Resolves to whether the set is the same as before; also true when a read failed. */
  recheck: (signal: AbortSignal) => Promise<boolean>
  /** Saves the codes as CSV. */
  save: () => Promise<void>
  /** The codes of the last read that are no longer unassigned; undefined when a read failed. */
  removedSince: () => Promise<readonly Code[] | undefined>
}

/** Only codes without a user have this text: a user may have any name. */
const column = { field: 'userName', display: { map: [[null, UNASSIGNED]], fallback: { text: '' } } } as const
const query = { search: '', columns: [], conditions: [{ column, is: UNASSIGNED.text }], sorting: undefined }

/**
 * Reads the codes that a bulk deletion would delete.
 *
 * @param isOpen starts a new read when it becomes true
 */
export function useUnassigned(isOpen: boolean): UnassignedReading {
  const [reading, setReading] = useState<Reading>('pending')
  const last = useRef<UnassignedCodes>(undefined)

  function replace(next: Reading) {
    const found = typeof next === 'object' && !isFault(next) ? next : undefined
    if (last.current !== found) last.current?.rows.close()
    last.current = found
    setReading(next)
  }
  const replaceLater = useEffectEvent(replace)

  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    replaceLater('pending')
    read(controller.signal).then(
      (found) => replaceLater(found),
      (error: unknown) => controller.signal.aborted || replaceLater(faultOf(error)),
    )
    return () => controller.abort()
  }, [isOpen])
  useEffect(() => () => last.current?.rows.close(), [])

  return {
    reading,
    recheck: async (signal) => {
      const earlier = last.current
      if (!earlier) return true
      const keys = await earlier.rows.keys(unassigned)
      const current = await read(signal).catch(() => undefined)
      if (!current) return true
      const { added, removed } = await current.rows.compare(unassigned, keys)
      replace(current)
      return added + removed === 0
    },
    save: async () => {
      const { signal } = new AbortController()
      const file = await last.current?.rows.csv({
        columns: codeList.columns,
        query,
        signal,
        onProgress: () => undefined,
      })
      if (file) saveFile('codigos-sin-asignar.csv', file)
    },
    removedSince: async () => {
      const earlier = last.current
      const current = earlier && (await read().catch(() => undefined))
      if (!current) return undefined
      const { addedRows } = await earlier.rows.compare(unassigned, await current.rows.keys(unassigned))
      current.rows.close()
      return addedRows
    },
  }
}

async function read(signal = new AbortController().signal): Promise<UnassignedCodes> {
  const rows = await codeList.load({ filter: undefined, signal, onArrival: () => undefined })
  const page = await rows.page({ first: 0, size: 3, query })
  return { rows, count: page.count, names: page.rows.map(({ name }) => String(name ?? '') || '—') }
}
