import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { containerGlobal, type RegisteredRemote } from 'registry'
import { isTabModule, type TabModule } from 'shared-auth'

/** The federation runtime waits for ever for a module; staff should not. */
const TIMEOUT_MS = 15_000
/** Its own 20 s for a script are longer than ours, and meanwhile another attempt would wait for the same script. */
const SCRIPT_TIMEOUT_MS = 10_000

/** Makes the federation runtime give up a script early enough for the next attempt to ask for it again. */
export function limitScriptTime(): void {
  registerPlugins([{ name: 'script-time-limit', createScript: () => ({ timeout: SCRIPT_TIMEOUT_MS }) }])
}

/**
 * Loads the tab of a registered remote. A failed load may be tried again at once.
 *
 * @throws Error when it cannot be loaded in 15 s, or what it exposes is not a tab
 */
export async function loadTab(remote: RegisteredRemote): Promise<TabModule> {
  // Every build is a remote of its own for the runtime, so a new version never runs the old one's code.
  const name = containerGlobal(remote.name, remote.live)
  registerRemotes([{ name, entry: remote.live.entry, entryGlobalName: name, type: 'window' }])
  const module = await withinTimeLimit(loadRemote(`${name}/Tab`), remote)
  if (!isTabModule(module)) {
    throw new Error(
      `${describe(remote)} does not expose a tab: ./Tab must have a React component as its default export.`,
    )
  }
  return module
}

function withinTimeLimit<T>(loading: Promise<T>, remote: RegisteredRemote): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${describe(remote)} did not load in ${TIMEOUT_MS / 1000} s.`)),
      TIMEOUT_MS,
    )
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function describe({ name, live: { version, entry } }: RegisteredRemote): string {
  return `${name} ${version} (${entry})`
}
