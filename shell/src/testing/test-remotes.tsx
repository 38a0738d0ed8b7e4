import type { RegisteredRemote } from '@canje/registry'
import { exampleRelease } from '@canje/registry/testing'
import type { TabModule, TabProps } from '@canje/shared-auth'
import { vi } from 'vitest'
import { createRemotes, type Loader, type Preview } from '../remotes'

/** A loader whose releases have a tab with a button that shows a toast. */
export function createTestLoader() {
  const load = vi.fn<Loader['load']>(async (): Promise<TabModule> => ({ default: FakeTab }))
  return { load }
}

/** The remotes of a page, registered by the test without requests. */
export function createTestRemotes(...registered: RegisteredRemote[]) {
  const loader = createTestLoader()
  const remotes = createRemotes({
    source: { registryUrl: 'http://registry.test/registry.json' },
    firstResponse: new Promise(() => undefined),
    previewOrigins: [],
    loader,
  })
  vi.spyOn(remotes.registry, 'refetch').mockResolvedValue()
  const register = (...registered: RegisteredRemote[]) =>
    remotes.store.dispatch({ type: 'registry', registry: { status: 'ready', remotes: registered } })
  register(...registered)
  const show = (preview: Preview) => remotes.store.dispatch({ type: 'preview', preview })
  return { remotes, loader, register, show }
}
export type TestRemotes = ReturnType<typeof createTestRemotes>

/** A remote as in a parsed registry. */
export function remote(id: string, order: number): RegisteredRemote {
  const entry = `http://remotes.example/mf-${id}/1.0.0/remoteEntry.js`
  const live = exampleRelease({ build: 'b', entry, tab: { id, label: id, order }, requires: {} })
  return { name: `mf-${id}`, live, previous: [] }
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
