import { readAuthority, stateUrl, TAB_MODULE } from '@canje/registry'
import { createRemotes, type Loader, type Remotes } from 'shell/remotes'
import type { Bundled } from './bundled-states'
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

/** Creates the bundle's remotes, whose states it verifies and stores as Canje does. */
export function startRemotes(): Remotes {
  const storeUrl = location.origin
  fetchFromBundle(
    new Map(Object.entries(BUNDLED.states).map(([name, state]) => [stateUrl(storeUrl, name), JSON.stringify(state)])),
  )
  return createRemotes({
    storeUrl,
    authority: readAuthority(BUNDLED.trust),
    previewOrigins: [],
    createLoader: () => loader,
  })
}

/** Responds to requests with what is part of the bundle, without the network. */
function fetchFromBundle(bodies: ReadonlyMap<string, string>): void {
  const { fetch } = window
  window.fetch = async (input, init) => {
    const body = bodies.get(String(input))
    return body === undefined ? fetch(input, init) : new Response(body)
  }
}
