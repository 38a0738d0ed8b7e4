import type { RegisteredRemote } from '@canje/registry'
import { expect, it } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../testing/test-remotes'
import { describeRemotes } from './describe'
import { type Mount, slotOutlet, tabOutlet } from './outlet'
import { ThrownByTab } from './releases/thrown-by-tab'
import { createRemotesStore } from './store'

const SLOT = 'detalle:codigo'
const extensions = [{ slot: SLOT, module: './detalle:codigo', preload: [] }]
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
  const mount = (outlet: Mount['outlet'], release = remote.live): Mount => ({
    key: `1 ${release.build}`,
    outlet,
    remote,
    release,
    module: { default: () => null },
  })
  const register = (released?: RegisteredRemote) =>
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote: released } })
  register(remote)
  const show = (shown: Mount) => {
    store.dispatch({ type: 'open', outlet: shown.outlet, attempt: 1 })
    store.dispatch({ type: 'loaded', attempt: 1, mount: shown })
    store.dispatch({ type: 'mounted', mount: shown })
  }
  return { store, tab, slot, mount, show, register, lines: () => describeRemotes(store.getState()) }
}

it('names what is open', () => {
  const { tab, mount, show, lines } = page()
  expect(lines()).toEqual([
    'codigos (mf-codigos): 1.1.0 [build-1.1.0], sin abrir',
    'detalle:codigo (mf-codigos): 1.1.0 [build-1.1.0], sin abrir',
  ])
  show(mount(tab))
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
  const { store, tab, mount, show, register, lines } = page()
  show(mount(tab))
  register()
  expect(lines()[0]).toBe('codigos (mf-codigos): 1.1.0 [build-1.1.0], en uso')
  store.dispatch({ type: 'authority', authority: authorityOf() })
  expect(lines()).toEqual(['mf-codigos, fuera del menú: 1.1.0 [build-1.1.0], en uso'])
})

it('names a fallback and why, without what code of the tab said', () => {
  const { store, tab, slot, mount, show, lines } = page()
  const broken = mount(tab)
  store.dispatch({ type: 'open', outlet: tab, attempt: 1 })
  store.dispatch({ type: 'loaded', attempt: 1, mount: broken })
  store.dispatch({ type: 'threw', mount: broken, error: new ThrownByTab(new TypeError(PERSON)) })
  const shown = mount(tab, previous)
  store.dispatch({ type: 'loaded', attempt: 1, mount: shown })
  store.dispatch({ type: 'mounted', mount: shown })
  store.dispatch({
    type: 'failed',
    failure: { ...slot, release: remote.live, error: new Error('It did not load in 15 s.') },
  })
  show(mount(slot, previous))
  expect(lines()).toEqual([
    'codigos (mf-codigos): 1.0.0 [build-1.0.0], en lugar de 1.1.0 [build-1.1.0]. La 1.1.0 falló al mostrarse (TypeError).',
    'detalle:codigo (mf-codigos): 1.0.0 [build-1.0.0], en lugar de 1.1.0 [build-1.1.0]. La 1.1.0 falló: It did not load in … s.',
  ])
})

it('names why nothing is left of a tab', () => {
  const { store, tab, mount, lines } = page()
  const broken = mount(tab)
  store.dispatch({ type: 'open', outlet: tab, attempt: 1 })
  store.dispatch({ type: 'loaded', attempt: 1, mount: broken })
  const named = Object.assign(new Error(PERSON), { name: PERSON })
  store.dispatch({ type: 'threw', mount: broken, error: new ThrownByTab(named) })
  const cause = new ThrownByTab(new TypeError(PERSON))
  const error = new Error(`mf-codigos cannot be used. ${cause}`, { cause })
  store.dispatch({ type: 'failed', failure: { ...tab, release: previous, error } })
  store.dispatch({ type: 'exhausted', outlet: tab, attempt: 1, fault: { kind: 'other' } })
  const [line = ''] = lines()
  expect(line).toContain(
    '1.1.0 [build-1.1.0], falló. La 1.1.0 falló al mostrarse (Error). La 1.0.0 falló al mostrarse (TypeError).',
  )
  for (const word of PERSON.split(/,? /)) expect(line).not.toContain(word)
})

it('names the file of a release that does not load', () => {
  const { store, tab, lines } = page()
  store.dispatch({ type: 'open', outlet: tab, attempt: 1 })
  const { entry } = remote.live
  const reason = (chunk: string) =>
    `mf-codigos 1.1.0 (${entry}) cannot be used. Error: "mf-codigos@build-1.1.0" has no chunk ${chunk}`
  const error = new Error(`${reason('7')}\n See its response`)
  store.dispatch({ type: 'failed', failure: { ...tab, release: remote.live, error } })
  expect(lines()[0]).toContain(`La 1.1.0 falló: ${reason('…')} See its response.`)
})

it('names the release that a new entry of the tab would show', () => {
  const { tab, mount, show, register, lines } = page()
  show(mount(tab))
  register(withSlot(withReleases(registered('codigos'), '1.2.0', '1.1.0')))
  expect(lines()[0]).toBe('codigos (mf-codigos): 1.1.0 [build-1.1.0], en uso; al volver a entrar, 1.2.0 [build-1.2.0]')
})
