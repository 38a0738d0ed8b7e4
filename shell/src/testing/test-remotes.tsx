import type { Authority, ListedRemote, RegisteredRemote } from '@canje/registry'
import { exampleListing, exampleRelease } from '@canje/registry/testing'
import type { TabModule, TabProps } from '@canje/shared-auth'
import { vi } from 'vitest'
import { createRemotes, type Loader, type Preview } from '../remotes'

/** A loader whose releases have a tab with a button that shows a toast. */
export function createTestLoader() {
  const load = vi.fn<Loader['load']>(async (): Promise<TabModule> => ({ default: FakeTab }))
  return { load }
}

/** Lists a remote, which may fill the slots that its live release can fill. */
export function listed({ name, live }: RegisteredRemote, order = 1): ListedRemote {
  const id = name.replace('mf-', '')
  const slots = (live.extensions ?? []).map(({ slot }) => slot)
  return { ...exampleListing({ tab: { id, label: id, order }, slots }), name }
}

/** The menu of these remotes, in their order. */
export function authorityOf(...remotes: RegisteredRemote[]): Authority {
  const { keys: operatorKeys } = exampleListing()
  const menu = remotes.map((remote, index) => listed(remote, index + 1))
  return { storeId: 'store-1', operatorKeys, remotes: menu, findings: [] }
}

/** The remotes of a page, listed and registered by the test without requests. */
export function createTestRemotes(...registered: RegisteredRemote[]) {
  const loader = createTestLoader()
  const remotes = createRemotes({
    storeUrl: 'http://store.test',
    authority: authorityOf(),
    createLoader: () => loader,
  })
  vi.spyOn(remotes.states, 'refetch').mockResolvedValue()
  /** Makes these the remotes of the menu, with their releases. */
  function register(...registered: RegisteredRemote[]) {
    remotes.store.dispatch({ type: 'authority', authority: authorityOf(...registered) })
    for (const remote of registered)
      remotes.store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  }
  register(...registered)
  const show = (preview: Preview) => remotes.store.dispatch({ type: 'preview', preview })
  return { remotes, loader, register, show }
}
export type TestRemotes = ReturnType<typeof createTestRemotes>

/** The remote `mf-<id>` as in an accepted state. */
export function remote(id: string): RegisteredRemote {
  const entry = `http://remotes.example/mf-${id}/1.0.0/remoteEntry.js`
  return { name: `mf-${id}`, live: exampleRelease({ build: 'b', entry, requires: {} }), previous: [] }
}

/** The remote with these versions: the live one, then the previous ones. */
export function withReleases(remote: RegisteredRemote, live: string, ...previous: string[]): RegisteredRemote {
  const release = (version: string) => ({
    ...remote.live,
    version,
    build: `build-${version}`,
    entry: `http://remotes.example/${remote.name}/${version}/remoteEntry.js`,
  })
  return { ...remote, live: release(live), previous: previous.map(release) }
}

function FakeTab({ notify }: TabProps) {
  return (
    <button type="button" onClick={() => notify({ severity: 'info', summary: 'Aviso', detail: 'de la pestaña' })}>
      Avisar
    </button>
  )
}
