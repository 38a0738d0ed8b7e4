import { type Fault, faultOf, type RowStore, saveFile } from '@canje/shared-ui'
import { useEffect, useState } from 'react'
import { UNASSIGNED } from './code-display'
import { type Code, codeList } from './codes'
import { unassigned } from './outcome'

/** The unassigned codes of a fresh read. */
export interface UnassignedCodes {
  count: number
  /** The first three codes; a dash for one without a text. */
  names: readonly string[]
  rows: RowStore<Code>
}

/** Only codes without a user have this text: a user may have any name. */
const column = { field: 'userName', display: { map: [[null, UNASSIGNED]], fallback: { text: '' } } } as const
const query = { search: '', columns: [], conditions: [{ column, is: UNASSIGNED.text }], sorting: undefined }

/**
 * Reads the codes that a bulk deletion would delete. It reads nothing, with neither codes nor a fault, until the dialog opens.
 *
 * @param isOpen starts a new read when it becomes true
 */
export function useUnassigned(isOpen: boolean) {
  const [found, setFound] = useState<UnassignedCodes>()
  const [fault, setFault] = useState<Fault>()

  useEffect(() => () => found?.rows.close(), [found])
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    setFound(undefined)
    setFault(undefined)
    read(controller.signal).then(setFound, (error: unknown) => controller.signal.aborted || setFault(faultOf(error)))
    return () => controller.abort()
  }, [isOpen])

  return {
    /** Undefined while they are read, and after a failure. */
    found,
    fault,
    /** Reads again. Resolves to whether the set is the same as before; also true when a read failed. */
    recheck: async (signal: AbortSignal): Promise<boolean> => {
      const current = found && (await read(signal).catch(() => undefined))
      if (!current) return true
      const { added, removed } = await current.rows.compare(unassigned, await found.rows.keys(unassigned))
      const isSame = added + removed === 0
      if (isSame) current.rows.close()
      else setFound(current)
      return isSame
    },
    /** Saves the codes as CSV. */
    save: async (): Promise<void> => {
      const { signal } = new AbortController()
      const file = await found?.rows.csv({ columns: codeList.columns, query, signal, onProgress: () => undefined })
      if (file) saveFile('codigos-sin-asignar.csv', file)
    },
    /** The codes that are no longer unassigned; undefined when a read failed. */
    readDeleted: async (): Promise<readonly Code[] | undefined> => {
      const current = found && (await read().catch(() => undefined))
      if (!current) return undefined
      try {
        const { addedRows } = await found.rows.compare(unassigned, await current.rows.keys(unassigned))
        return addedRows
      } catch {
        // The dialog was opened again meanwhile, which closed the rows of the press.
        return undefined
      } finally {
        current.rows.close()
      }
    },
  }
}

async function read(signal = new AbortController().signal): Promise<UnassignedCodes> {
  const rows = await codeList.load({ filter: undefined, signal, onArrival: () => undefined })
  const page = await rows.page({ first: 0, size: 3, query })
  return { rows, count: page.count, names: page.rows.map(({ name }) => String(name ?? '') || '—') }
}
