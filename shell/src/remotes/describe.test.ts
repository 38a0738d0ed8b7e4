import type { RegisteredRemote } from '@canje/registry'
import { expect, it } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../testing/test-remotes'
import { describeRemotes } from './describe'
import { type Mount, slotOutlet, tabOutlet } from './outlet'
import { ThrownByTab } from './releases/thrown-by-tab'
import { createRemotesStore } from './store'

const SLOT = 'detalle:codigo'
const extensions = [{ slot: SLOT, preload: [] }]
const withSlot = (remote: RegisteredRemote): RegisteredRemote => ({
  ...remote,
  live: { ...remote.live, extensions },
  previous: remote.previous.map((release) => ({ ...release, extensions })),
})
const remote = withSlot(withReleases(registered('codigos'), '1.1.0', '1.0.0'))
const [previous] = remote.previous
if (!previous) throw new Error('The test has a previous release.')

const PERSON = 'Laura Ureña Durán, laura@example.com, 3001234567, AFCD9KB8ZB4F'

/** Opens the tab of the remote, and a slot of it. */
function page() {
  const store = createRemotesStore(authorityOf(remote))
  const [tab, slot] = [tabOutlet(remote.name), slotOutlet(remote.name, SLOT, '1')]
  const register = (released?: RegisteredRemote) =>
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote: released } })
  register(remote)
  const show = (outlet: Mount['outlet'], release = remote.live) => {
    const mount = { key: `1 ${release.build}`, outlet, remote, release, module: { default: () => null } }
    store.dispatch({ type: 'open', outlet, attempt: 1 })
    store.dispatch({ type: 'loaded', attempt: 1, mount })
    store.dispatch({ type: 'mounted', mount })
  }
  const fail = (outlet: Mount['outlet'], error: Error) =>
    store.dispatch({ type: 'failed', failure: { ...outlet, release: remote.live, error } })
  return { store, tab, slot, show, fail, register, lines: () => describeRemotes(store.getState()) }
}

it('names what is open', () => {
  const { tab, show, lines } = page()
  expect(lines()).toEqual([
    'codigos (mf-codigos): 1.1.0 [build-1.1.0], sin abrir',
    'detalle:codigo (mf-codigos): 1.1.0 [build-1.1.0], sin abrir',
  ])
  show(tab)
  expect(lines()[0]).toBe('codigos (mf-codigos): 1.1.0 [build-1.1.0], en uso')
})

it('leaves out a remote that the page has not needed', () => {
  expect(describeRemotes(createRemotesStore(authorityOf(remote)).getState())).toEqual([])
})

it('names a remote without a release, and no slot that the operator does not grant', () => {
  const { store, register, lines } = page()
  register()
  expect(lines()).toEqual(['codigos (mf-codigos): sin versión que mostrar'])
  register(remote)
  store.dispatch({ type: 'authority', authority: authorityOf(registered('codigos')) })
  expect(lines()).toEqual(['codigos (mf-codigos): 1.1.0 [build-1.1.0], sin abrir'])
})

it('names a tab in use whose remote has no release or is listed no longer', () => {
  const { store, tab, show, register, lines } = page()
  show(tab)
  register()
  expect(lines()[0]).toBe('codigos (mf-codigos): 1.1.0 [build-1.1.0], en uso')
  store.dispatch({ type: 'authority', authority: authorityOf() })
  expect(lines()).toEqual(['mf-codigos, fuera del menú: 1.1.0 [build-1.1.0], en uso'])
})

it('names a fallback and why, without what code of the tab said', () => {
  const { tab, slot, show, fail, lines } = page()
  fail(tab, new ThrownByTab(new TypeError(PERSON)))
  show(tab, previous)
  fail(slot, new Error('It did not load in 15 s.'))
  show(slot, previous)
  expect(lines()).toEqual([
    'codigos (mf-codigos): 1.0.0 [build-1.0.0], en lugar de 1.1.0 [build-1.1.0]. La 1.1.0 falló al mostrarse (TypeError).',
    'detalle:codigo (mf-codigos): 1.0.0 [build-1.0.0], en lugar de 1.1.0 [build-1.1.0]. La 1.1.0 falló: It did not load in … s.',
  ])
})

it('names why nothing is left of a tab', () => {
  const { store, tab, fail, lines } = page()
  const cause = new ThrownByTab(Object.assign(new Error(PERSON), { name: PERSON }))
  fail(tab, new Error(`mf-codigos cannot be used. ${cause}`, { cause }))
  const { entry } = remote.live
  const notLoaded = `mf-codigos 1.1.0 (${entry}) cannot be used. Error: "mf-codigos@build-1.1.0" has no chunk`
  fail(tab, new Error(`${notLoaded} 7\n See its response`))
  store.dispatch({ type: 'open', outlet: tab, attempt: 1 })
  store.dispatch({ type: 'exhausted', outlet: tab, attempt: 1, fault: { kind: 'other' } })
  expect(lines()[0]).toBe(
    'codigos (mf-codigos): 1.1.0 [build-1.1.0], falló. La 1.1.0 falló al mostrarse (Error). ' +
      `La 1.1.0 falló: ${notLoaded} … See its response.`,
  )
})

it('names the release that a new entry of the tab would show', () => {
  const { tab, show, register, lines } = page()
  show(tab)
  register(withSlot(withReleases(registered('codigos'), '1.2.0', '1.1.0')))
  expect(lines()[0]).toBe('codigos (mf-codigos): 1.1.0 [build-1.1.0], en uso; al volver a entrar, 1.2.0 [build-1.2.0]')
})
