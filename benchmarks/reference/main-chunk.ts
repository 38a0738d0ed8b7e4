import { slotModule, TAB_MODULE } from '@canje/registry'
import { createRemotes, type Loader, type Remotes } from 'shell/remotes'
import { TABS } from './tabs'

export { MainScreen } from 'shell/main-screen'
export { openDocument } from 'shell/new-document'

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
  const built = { version: '0.0.0', build: 'reference', commit: null, builtAt: '1970-01-01T00:00:00.000Z' }
  const remotes = TABS.map(({ name, load: _, slots, ...described }) => {
    const live = {
      ...built,
      ...described,
      entry: `${location.origin}/${name}.js`,
      integrity: {},
      preload: [],
      extensions: Object.keys(slots).map((slot) => ({ slot, module: slotModule(slot), preload: [] })),
      requires: {},
    }
    return { name, live, previous: [] }
  })
  const remotesOfPage = createRemotes({
    source: { registryUrl: `${location.origin}/registry.json` },
    firstResponse: Promise.resolve(JSON.stringify({ schema: 2, serial: 1, remotes })),
    previewOrigins: [],
    loader,
  })
  // The tabs of a bundle are fixed.
  remotesOfPage.registry.refetch = async () => undefined
  return remotesOfPage
}
