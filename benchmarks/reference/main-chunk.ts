import { readAuthority, TAB_MODULE } from '@canje/registry'
import { createRemotes, type Loader, type Remotes } from 'shell/remotes'
import type { Bundled } from './bundled-remotes'
import { TABS } from './tabs'

export { MainScreen } from 'shell/main-screen'
export { openDocument } from 'shell/new-document'

/** Defined by the bundler. */
declare const BUNDLED: Bundled

/** Loads a module by loading its chunk. A bundle never replaces a tab. */
const loader: Loader = {
  load: async ({ remote, module }) => {
    const tab = TABS.find(({ name }) => name === remote)
    const load = module === TAB_MODULE ? tab?.load : tab?.slots[module.slice('./'.length)]
    if (!load) throw new Error(`The bundle does not contain ${module} of the remote ${remote}.`)
    return load()
  },
}

/** Creates the bundle's remotes, whose releases are known and never change. */
export function startRemotes(): Remotes {
  const remotes = createRemotes({
    source: { storeUrl: location.origin, authority: readAuthority(BUNDLED.trust) },
    previewOrigins: [],
    loader,
  })
  const { store, states } = remotes
  for (const remote of BUNDLED.remotes)
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  states.refetch = async () => undefined
  return remotes
}
