import type { Cell } from '@canje/shared-ui'
import { type Code, codeKey } from '../codes'
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
      .map(({ codeId, codeName, actionId }) => [codeKey({ id: codeId, name: codeName }), actionId]),
  )
  return codes.map((code) => ids.get(codeKey(code)))
}
