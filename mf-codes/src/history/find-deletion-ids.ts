import { type Cell, rowKey } from '@canje/shared-ui'
import { CODE_KEY, type Code } from '../codes'
import { readEvents } from './staff-events'

/**
 * Reads the ids of deletions by one press from the newest events (D27: `batches`, `events`).
 *
 * @returns one id per code, in their order; undefined for a deletion that the events do not have
 */
export async function findDeletionIds(codes: readonly Code[], batch: string): Promise<(Cell | undefined)[]> {
  const { events } = await readEvents()
  const ids = new Map(
    events
      .filter((event) => event.batch === batch)
      .map(({ codeId, codeName, actionId }) => [rowKey({ id: codeId, name: codeName }, CODE_KEY), actionId]),
  )
  return codes.map((code) => ids.get(rowKey(code, CODE_KEY)))
}
