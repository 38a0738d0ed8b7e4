import type { Release } from '@canje/registry'
import { describe, expect, it, vi } from 'vitest'
import { authorityOf, listed, remote as registered, withReleases } from '../testing/test-remotes'
import { type Mount, type Outlet, slotOutlet, tabOutlet } from './outlet'
import { filledSlots, slotOwner } from './slots'
import { createRemotesStore, failureOf, mountedBuilds, outletOf, usableReleases } from './store'

const remote = withReleases(registered('codigos'), '1.1.0', '1.0.0')
const [previous = remote.live] = remote.previous
const outlet = tabOutlet(remote.name)
const module = { default: () => null }
const error = new Error('mala')
const mountOfRelease = (release = remote.live): Mount => ({ key: release.version, outlet, remote, release, module })

/** Creates a store with the tab of one remote. */
function tab() {
  const store = createRemotesStore(authorityOf(remote))
  const state = () => outletOf(store.getState(), outlet)
  return {
    state,
    status: () => state().status,
    usable: () => usableReleases(store.getState(), remote, outlet),
    failure: (release = remote.live) => failureOf(store.getState(), outlet, release)?.error,
    builds: () => mountedBuilds(store.getState()),
    open: (attempt: number) => store.dispatch({ type: 'open', outlet, attempt }),
    loaded: (attempt: number, mount: Mount) => store.dispatch({ type: 'loaded', attempt, mount }),
    mounted: (mount: Mount) => store.dispatch({ type: 'mounted', mount }),
    threw: (mount: Mount) => store.dispatch({ type: 'threw', mount, error }),
    exhausted: (attempt: number) => store.dispatch({ type: 'exhausted', outlet, attempt, fault: { kind: 'other' } }),
    close: () => store.dispatch({ type: 'close', outlet }),
    register: (released: typeof remote) =>
      store.dispatch({ type: 'state', name: released.name, state: { status: 'ready', remote: released } }),
  }
}

describe('a tab', () => {
  it('goes from idle through loading and mounting to mounted', () => {
    const { state, status, open, loaded, mounted, builds } = tab()
    const mount = mountOfRelease()
    expect(status()).toBe('idle')
    open(1)
    expect(state()).toEqual({ status: 'loading', attempt: 1 })
    loaded(1, mount)
    expect(status()).toBe('mounting')
    expect(builds()).toEqual({})
    mounted(mount)
    expect(status()).toBe('mounted')
    expect(builds()).toEqual({ 'mf-codigos': remote.live.build })
  })

  it('loads the next release when one throws, and records the failure', () => {
    const { open, loaded, threw, state, failure, usable } = tab()
    open(1)
    for (const mount of [mountOfRelease(), mountOfRelease(previous)]) {
      loaded(1, mount)
      threw(mount)
      expect(state()).toEqual({ status: 'loading', attempt: 1 })
    }
    expect([failure(), failure(previous), usable()]).toEqual([error, error, []])
  })

  it('fails when no release is left, and when the mounted one throws', () => {
    const { open, loaded, mounted, threw, exhausted, status } = tab()
    open(1)
    exhausted(1)
    expect(status()).toBe('failed')
    const mount = mountOfRelease()
    open(2)
    loaded(2, mount)
    mounted(mount)
    threw(mount)
    expect(status()).toBe('failed')
  })

  it('ignores events of an earlier attempt and of an unmounted release', () => {
    const { open, loaded, mounted, threw, exhausted, close, state, status, failure } = tab()
    const mount = mountOfRelease()
    open(1)
    close()
    open(2)
    loaded(1, mount)
    exhausted(1)
    expect(state()).toEqual({ status: 'loading', attempt: 2 })
    loaded(2, mount)
    close()
    mounted(mount)
    threw(mount)
    loaded(2, mount)
    expect([status(), failure()]).toEqual(['idle', undefined])
  })
})

it('clears the failures of a remote only when its live release changes', () => {
  const { open, loaded, threw, register, usable } = tab()
  register(remote)
  const mount = mountOfRelease()
  open(1)
  loaded(1, mount)
  threw(mount)
  register({ ...remote })
  expect(usable()).toEqual([previous])
  register(withReleases(registered('codigos'), '1.2.0', '1.1.0', '1.0.0'))
  expect(usable()).toEqual([remote.live, previous])
})

describe('a slot', () => {
  const extensions = [{ slot: 'detalle:codigo', module: './detalle:codigo', preload: [] }]
  const provider = { ...remote, live: { ...remote.live, extensions } }
  const slot = slotOutlet(remote.name, 'detalle:codigo', 'r1')
  const mountIn = (outlet: Outlet, release: Release = provider.live): Mount => ({
    key: outlet.id,
    outlet,
    remote: provider,
    release,
    module,
  })

  /** Creates a store in which these releases are mounted. */
  function mountedStore(...mounts: Mount[]) {
    const store = createRemotesStore(authorityOf(provider))
    store.dispatch({ type: 'state', name: provider.name, state: { status: 'ready', remote: provider } })
    for (const [attempt, mount] of mounts.entries()) {
      store.dispatch({ type: 'open', outlet: mount.outlet, attempt })
      store.dispatch({ type: 'loaded', attempt, mount })
      store.dispatch({ type: 'mounted', mount })
    }
    return store
  }

  it('fails apart from the tab of its release, and has only the releases that provide it', () => {
    const mount = mountIn(slot)
    const store = mountedStore(mount)
    expect(usableReleases(store.getState(), provider, slot)).toEqual([provider.live])
    store.dispatch({ type: 'threw', mount, error })
    expect(usableReleases(store.getState(), provider, slot)).toEqual([])
    expect(usableReleases(store.getState(), provider, outlet)).toEqual([provider.live, previous])
    store.dispatch({ type: 'failed', failure: { ...outlet, release: provider.live, error } })
    store.dispatch({ type: 'clear-failures', outlet: slot })
    expect(usableReleases(store.getState(), provider, slot)).toEqual([provider.live])
    expect(usableReleases(store.getState(), provider, outlet)).toEqual([previous])
  })

  it('is not among the mounted builds, which are those of tabs', () => {
    const store = mountedStore(mountIn(outlet), mountIn(slot, previous))
    expect(mountedBuilds(store.getState())).toEqual({ 'mf-codigos': provider.live.build })
  })

  it('throws for one input, so other slots of its name may show the release until it does not load', () => {
    const other = slotOutlet(remote.name, 'detalle:codigo', 'r2')
    const mount = mountIn(slot)
    const store = mountedStore(mount)
    const usable = () => [slot, other].map((outlet) => usableReleases(store.getState(), provider, outlet).length)
    store.dispatch({ type: 'threw', mount, error })
    expect(usable()).toEqual([0, 1])
    store.dispatch({ type: 'close', outlet: slot })
    expect(usable()).toEqual([1, 1])
    store.dispatch({ type: 'failed', failure: { ...slot, release: provider.live, error } })
    store.dispatch({ type: 'close', outlet: slot })
    expect(usable()).toEqual([0, 0])
  })

  it('is filled by its owner in the menu, which is trusted to do so until its live release is known', () => {
    const store = mountedStore()
    const [owner] = store.getState().authority.remotes
    const owned = () => [filledSlots(store.getState()), slotOwner(store.getState(), 'detalle:codigo')]
    expect(owned()).toEqual(['detalle:codigo', owner])
    expect(slotOwner(store.getState(), 'detalle:usuario')).toBeUndefined()
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
    expect(owned()).toEqual(['', undefined])
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'failed', fault: { kind: 'other' } } })
    expect(owned()).toEqual(['detalle:codigo', owner])
  })

  it('is filled by no release that the operator does not grant it to', () => {
    const store = mountedStore()
    store.dispatch({ type: 'authority', authority: authorityOf(remote) })
    expect([filledSlots(store.getState()), slotOwner(store.getState(), 'detalle:codigo')]).toEqual(['', undefined])
  })

  it('is filled by a previewed remote that has it', () => {
    const store = mountedStore()
    store.dispatch({ type: 'authority', authority: authorityOf(remote) })
    const previewed = { ...provider, name: 'mf-new' }
    const preview = { status: 'on', url: '', since: 0, remote: previewed, listed: listed(previewed, 3) } as const
    store.dispatch({ type: 'preview', preview })
    expect(filledSlots(store.getState())).toBe('detalle:codigo')
    expect(slotOwner(store.getState(), 'detalle:codigo')?.name).toBe('mf-new')
  })
})

it('stops waiting for a condition at its end', async () => {
  const store = createRemotesStore(authorityOf(remote))
  const isMet = vi.fn(() => false)
  await store.until(isMet, Promise.resolve())
  isMet.mockClear()
  store.dispatch({ type: 'preview', preview: { status: 'off' } })
  expect(isMet).not.toHaveBeenCalled()
})
