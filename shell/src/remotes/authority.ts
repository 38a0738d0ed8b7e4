import { type Authority, readAuthority } from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import { fetchSettings } from '../config'
import { isOfNetwork } from '../network-fault'
import { sharedRun } from './shared-run'
import type { RemotesStore } from './store'
import type { Report } from './telemetry/event'

/**
 * Reports the remotes that the menu leaves out, and creates the function that takes over menu and keys from `/config.json`
 * into an open page (D43, operator's menu). It never rejects: a page keeps what it has when the file is none, or is of another store.
 *
 * @param onChange called when an operator has changed the menu or keys
 */
export function createAuthorityRefresh(
  store: RemotesStore,
  report: Report,
  onChange: () => Promise<void>,
): () => Promise<void> {
  const current = () => store.getState().authority
  const refuse = (reason: string, remote?: string) => report({ type: 'config-refused', reason, remote })

  function reportFindings({ findings }: Authority): void {
    for (const { name, reason } of findings) refuse(reason, name)
  }

  async function refresh(): Promise<void> {
    try {
      const { storeId } = current()
      const authority = readAuthority(await fetchSettings())
      if (authority.storeId !== storeId)
        throw new Error(`/config.json is of the store ${authority.storeId}, not of ${storeId}. Reload the page.`)
      if (JSON.stringify(authority) === JSON.stringify(current())) return
      reportFindings(authority)
      store.dispatch({ type: 'authority', authority })
      await onChange()
    } catch (error) {
      const fault = faultOf(error)
      if (!isOfNetwork(fault) || fault.kind === 'sign-in-page') refuse(String(error))
    }
  }

  reportFindings(current())
  return sharedRun(refresh)
}
