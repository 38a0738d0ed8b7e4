import { hashOf, readState, type State, stateUrl } from '@canje/registry'
import { errorMessage } from '../error-message'
import { getJson, type LiveShell } from './shells'

/** Whether staff get a change: every live shell that responds does, and one does; and why not. */
export type Confirmation = Awaited<ReturnType<typeof readBack>>

/**
 * Reads the newest state of a remote as the pages of live shells do, after a change.
 *
 * @param state the new one; a later one confirms it too
 */
export async function readBack(shells: readonly LiveShell[], state: State, stop: AbortSignal) {
  const seen = { n: state.n, hash: await hashOf(state) }
  const notes = await Promise.all(
    shells.map(async ({ url, config: { authority, storeUrl } }) => {
      const { name } = state
      try {
        await readState(await getJson(stateUrl(storeUrl, name), stop), { storeUrl, authority, name, seen })
        return []
      } catch (error) {
        stop.throwIfAborted()
        return [`The change of ${name} was made, and the shell at ${url} does not get it yet: ${errorMessage(error)}`]
      }
    }),
  )
  return { confirmed: shells.length > 0 && notes.flat().length === 0, notes: notes.flat() }
}
