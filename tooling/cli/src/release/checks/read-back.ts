import { hashOf, readState, type State, stateUrl } from '@canje/registry'
import { readLog } from '@canje/release-store'
import type { Context } from '../context'
import { errorMessage } from '../error-message'
import { getJson, type LiveShell } from './shells'

/** Whether staff get a change: every live shell that responds does, and one does; and why not. */
export type Confirmation = Awaited<ReturnType<typeof readBack>>

/**
 * Reads the newest state of a remote as the pages of live shells do, after a change.
 *
 * @param state the new one; a later one of the same store confirms it too
 */
export async function readBack(
  { store, stop }: Pick<Context, 'store' | 'stop'>,
  shells: readonly LiveShell[],
  state: State,
) {
  const seen = { n: state.n, hash: await hashOf(state) }
  const notes = await Promise.all(
    shells.map(async ({ url, config: { authority, storeUrl } }) => {
      const { name } = state
      try {
        const json = await getJson(stateUrl(storeUrl, name), stop)
        const { hash } = await readState(json, { storeUrl, authority, name, seen })
        if (hash === seen.hash || (await readLog(store, name)).states.some((one) => one.hash === hash)) return []
        throw new Error(`it reads another store than ${store.location}.`)
      } catch (error) {
        stop.throwIfAborted()
        return [`The change of ${name} was made, and the shell at ${url} does not get it yet: ${errorMessage(error)}`]
      }
    }),
  )
  return { confirmed: shells.length > 0 && notes.flat().length === 0, notes: notes.flat() }
}
