import { readAuthority, TAB_MODULE } from '@canje/registry'
import { createRemotes, type Loader, type Remotes } from 'shell/remotes'
import type { BundledRegistry } from './registry'
import { TABS } from './tabs'

export { MainScreen } from 'shell/main-screen'
export { openDocument } from 'shell/new-document'

/** Defined by the bundler. */
declare const BUNDLED: BundledRegistry

/** Loads a module by loading its chunk. A bundle never replaces a tab. */
const loader: Loader = {
  load: async ({ remote, module }) => {
    const tab = TABS.find(({ name }) => name === remote)
    const load = module === TAB_MODULE ? tab?.load : tab?.slots[module.slice('./'.length)]
    if (!load) throw new Error(`The bundle does not contain ${module} of the remote ${remote}.`)
    return load()
  },
}

/** Creates the bundle's remotes from a registry that is part of the bundle. */
export function startRemotes(): Remotes {
  const remotesOfPage = createRemotes({
    source: { storeUrl: location.origin, authority: readAuthority(BUNDLED.trust) },
    firstResponse: Promise.resolve(JSON.stringify(BUNDLED.registry)),
    previewOrigins: [],
    loader,
  })
  // The tabs of a bundle are fixed.
  remotesOfPage.registry.refetch = async () => undefined
  return remotesOfPage
}
