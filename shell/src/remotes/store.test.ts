import type { RegisteredRemote } from '@canje/registry'
import { expect, it } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../testing/test-remotes'
import { type Mount, type Outlet, slotOutlet, tabOutlet } from './outlet'
import { filledSlots, slotOwner } from './slots'
import { createRemotesStore, mountedBuilds, outletOf, usableReleases } from './store'

const SLOT = 'detalle:codigo'
const extensions = [{ slot: SLOT, preload: [] }]
const released = withReleases(registered('codigos'), '1.1.0', '1.0.0')
const remote: RegisteredRemote = { ...released, live: { ...released.live, extensions } }
const [previous = remote.live] = remote.previous
const tab = tabOutlet(remote.name)
const slot = slotOutlet(remote.name, SLOT, 'r1')
const error = new Error('mala')

const mountIn = (outlet: Outlet, release = remote.live): Mount => ({
  key: release.version,
  outlet,
  remote,
  release,
  module: { default: () => null },
})

/** Creates a store in which these releases are mounted. */
function storeWith(...mounts: Mount[]) {
  const store = createRemotesStore(authorityOf(remote))
  store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  for (const [attempt, mount] of mounts.entries()) {
    store.dispatch({ type: 'open', outlet: mount.outlet, attempt })
    store.dispatch({ type: 'loaded', attempt, mount })
    store.dispatch({ type: 'mounted', mount })
  }
  return store
}

it('ignores events of an earlier attempt and of an unmounted release', () => {
  const store = storeWith()
  const mount = mountIn(tab)
  store.dispatch({ type: 'open', outlet: tab, attempt: 1 })
  store.dispatch({ type: 'close', outlet: tab })
  store.dispatch({ type: 'open', outlet: tab, attempt: 2 })
  store.dispatch({ type: 'loaded', attempt: 1, mount })
  store.dispatch({ type: 'exhausted', outlet: tab, attempt: 1, fault: { kind: 'other' } })
  expect(outletOf(store.getState(), tab)).toEqual({ status: 'loading', attempt: 2 })
  store.dispatch({ type: 'loaded', attempt: 2, mount })
  store.dispatch({ type: 'close', outlet: tab })
  store.dispatch({ type: 'mounted', mount })
  store.dispatch({ type: 'threw', mount, error })
  store.dispatch({ type: 'loaded', attempt: 2, mount })
  expect(store.getState()).toMatchObject({ outlets: {}, failures: [] })
})

it('names only the builds of tabs as mounted, not those of slots', () => {
  const store = storeWith(mountIn(tab), mountIn(slot, previous))
  expect(mountedBuilds(store.getState())).toEqual({ 'mf-codigos': remote.live.build })
})

it('fails a slot for one input when it throws, and all slots of its name when it does not load, but not the tab', () => {
  const mount = mountIn(slot)
  const store = storeWith(mount)
  const outlets = [slot, slotOutlet(remote.name, SLOT, 'r2'), tab]
  const usable = () => outlets.map((outlet) => usableReleases(store.getState(), remote, outlet).length)
  store.dispatch({ type: 'threw', mount, error })
  expect(usable()).toEqual([0, 1, 2])
  store.dispatch({ type: 'close', outlet: slot })
  expect(usable()).toEqual([1, 1, 2])
  store.dispatch({ type: 'failed', failure: { ...slot, release: remote.live, error } })
  store.dispatch({ type: 'close', outlet: slot })
  expect(usable()).toEqual([0, 0, 2])
})

it('fills a slot by its owner in the menu, which is trusted to do so until its live release is known', () => {
  const store = storeWith()
  const [owner] = store.getState().authority.remotes
  const owned = () => [filledSlots(store.getState()), slotOwner(store.getState(), SLOT)]
  expect(owned()).toEqual([SLOT, owner])
  store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote: released } })
  expect(owned()).toEqual(['', undefined])
  store.dispatch({ type: 'state', name: remote.name, state: { status: 'failed', fault: { kind: 'other' } } })
  expect(owned()).toEqual([SLOT, owner])
})
