import { guardCall, readCall, send } from 'shared-auth/early-calls'
import { isCurrent, readSession } from 'shared-auth/stored-session'
import { fetchIntoCache, isCached } from '../http-cache'
import { askRegistryEarly } from './early-registry'
import { startOf } from './stored-start'

// The script in the page of `/main`: its guard, its tab's first calls, the registry and its tab's code, beside the
// shell's scripts.
// Nothing of an answer counts before the shell has asked for it, nor runs a file before its hash was compared.
try {
  startEarly()
} catch (error) {
  // Whoever may write to the storage may have written anything: the page starts without.
  console.warn(error)
}

function startEarly(): void {
  const session = readSession()
  const { idToken: token, id } = session
  const start = isCurrent(session) ? startOf(id) : null
  if (!token || !start) return
  const { securityUrl, apiUrl, registryUrl, tabs } = start
  const asked = new URLSearchParams(location.search).get('tab')
  const tab = tabs.find(({ id }) => id === asked) ?? tabs[0]
  const reads = tab?.reads.map((read) => readCall(apiUrl, read, token)) ?? []
  const calls = [guardCall(securityUrl, token), ...reads].flatMap((call) => (call ? [send(call)] : []))
  globalThis.canjeEarlyCalls = { token, securityUrl, apiUrl, calls }
  if (registryUrl) askRegistryEarly(registryUrl)
  if (tab) bringMissing(tab.files, start.hostFile).catch((error: unknown) => console.warn(error))
}

/** Where the browser has the host's own code it has the tab's, nearly always: best read once then, by what runs it. */
async function bringMissing(files: readonly string[], hostFile: string | undefined): Promise<void> {
  if (hostFile && (await isCached(hostFile))) return
  for (const file of files) fetchIntoCache(file).catch(() => undefined)
}
