import { createRemotes, type Loader, type Remotes } from 'shell/remotes'
import { TABS } from './tabs'

export { MainScreen } from 'shell/main-screen'

/** Loading a tab is loading its chunk; nothing is ever replaced. */
const loader: Loader = {
  load: async (remote) => {
    const tab = TABS.find(({ name }) => name === remote)
    if (!tab) throw new Error(`The bundle has no ${remote}.`)
    return tab.load()
  },
  unload: () => undefined,
  unloadReplaced: () => undefined,
}

/** The tabs of the bundle, named by a registry that is part of it. */
export function startRemotes(): Remotes {
  const built = { version: '0.0.0', build: 'reference', commit: null, builtAt: '1970-01-01T00:00:00.000Z' }
  const remotes = TABS.map(({ name, load: _, ...described }) => {
    const live = {
      ...built,
      ...described,
      entry: `${location.origin}/${name}.js`,
      integrity: {},
      preload: [],
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
  // The tabs of a bundle stay the same.
  remotesOfPage.registry.refetch = async () => undefined
  return remotesOfPage
}
