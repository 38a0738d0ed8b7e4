import type { RegisteredRemote } from '@canje/registry'
import { exampleCandidate } from '@canje/registry/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../testing/test-remotes'
import { type RemoteState, runningCandidate } from './preview-state'
import { slotOwner } from './slots'
import { createRemotesStore, type RemotesStore, remoteNamed } from './store'

const codes = withReleases(registered('codigos'), '1.3.0', '1.2.0')
const users = registered('usuarios')
const releaseOf = (version: string) => withReleases(codes, version).live
const candidate = exampleCandidate(releaseOf('1.4.0'), { until: '2026-12-01T00:00:00.000Z' })
const offered: RemoteState = { status: 'ready', remote: codes, candidate }

let store: RemotesStore
const preview = () => store.getState().preview
const versions = ({ live, previous }: RegisteredRemote) => [live, ...previous].map(({ version }) => version)
const shown = (name = codes.name) => {
  const remote = remoteNamed(store.getState(), name)
  return remote && versions(remote)
}
const know = (state: RemoteState, name = codes.name) => store.dispatch({ type: 'state', name, state })
function request(version = '1.4.0', isConfirmed = true, tab = 'codigos') {
  store.dispatch({ type: 'preview', preview: { status: 'waiting', tab, version, isConfirmed } })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30') })
  store = createRemotesStore(authorityOf(users, codes))
})

describe('a requested candidate', () => {
  it('waits for the state of its remote, without the tabs until it is confirmed', () => {
    request('1.4.0', false)
    expect(preview().status).toBe('waiting')
    know({ status: 'ready', remote: users }, users.name)
    expect(preview().status).toBe('waiting')
    know(offered)
    expect(preview()).toMatchObject({ status: 'unconfirmed', candidate, listed: { name: codes.name } })
    expect(shown()).toEqual(['1.3.0', '1.2.0'])
    request()
    expect(preview().status).toBe('on')
  })

  it('is run once it is confirmed, and falls back to what is live', () => {
    request()
    expect(preview().status).toBe('loading')
    know(offered)
    expect(shown()).toEqual(['1.4.0', '1.3.0', '1.2.0'])
    expect(shown(users.name)).toBeUndefined()
    expect(runningCandidate(store.getState())?.live).toBe(candidate.release)
    expect(store.getState().menu).toBe(store.getState().authority.remotes)
  })

  it('is run before anything of its remote is live', () => {
    request()
    know({ ...offered, remote: undefined })
    expect(shown()).toEqual(['1.4.0'])
  })

  it('fills the slots that the operator grants its remote', () => {
    const extensions = ['detalle:codigo', 'detalle:otro'].map((slot) => ({ slot, preload: [] }))
    const [granted] = extensions
    store = createRemotesStore(authorityOf({ ...codes, live: { ...codes.live, extensions: granted ? [granted] : [] } }))
    request()
    know(offered)
    expect(slotOwner(store.getState(), 'detalle:codigo')).toBeUndefined()
    know({ ...offered, candidate: { ...candidate, release: { ...candidate.release, extensions } } })
    expect(slotOwner(store.getState(), 'detalle:codigo')?.name).toBe(codes.name)
    expect(slotOwner(store.getState(), 'detalle:otro')).toBeUndefined()
  })
})

describe.each([
  ['before', false],
  ['after', true],
])('%s it was agreed to, it is refused', (_when, isConfirmed) => {
  it.each<[string, string, RemoteState]>([
    ['live', '1.4.0', { ...offered, remote: withReleases(codes, '1.4.0', '1.3.0'), candidate: undefined }],
    ['withdrawn', '1.4.0', { ...offered, candidate: undefined, withdrawn: ['1.1.0', '1.4.0'] }],
    ['withdrawn', '1.4.0', { ...offered, withdrawn: ['1.4.0'] }],
    ['expired', '1.4.0', { ...offered, candidate: { ...candidate, until: '2026-11-30T00:00:00.000Z' } }],
    ['other', '1.4.0', { ...offered, candidate: exampleCandidate(releaseOf('1.5.0')) }],
    ['other', '1.4.0', { ...offered, candidate: undefined }],
    ['other', '1.2.0', offered],
    ['other', '../', offered],
    ['other', '', offered],
    ['not-read', '1.4.0', { status: 'failed', fault: { kind: 'no-response' } }],
  ])('as %s: %s', (refusal, version, state) => {
    request(version, isConfirmed)
    know(state)
    expect(preview()).toMatchObject({ status: 'failed', refusal, isConfirmed: false, listed: { name: codes.name } })
    expect(shown()?.[0]).toBe(state.status === 'ready' ? state.remote?.live.version : undefined)
  })

  it('as one of another remote, and of none', () => {
    know({ status: 'ready', remote: users }, users.name)
    request('1.4.0', isConfirmed, 'usuarios')
    expect(preview()).toMatchObject({ refusal: 'other', listed: { name: users.name } })
    request('1.4.0', isConfirmed, 'nada')
    expect(preview()).toMatchObject({ refusal: 'not-listed' })
  })
})

describe('while a page runs it', () => {
  beforeEach(() => {
    request()
    know(offered)
  })

  it.each<[string, RemoteState, string]>([
    ['live', { ...offered, remote: withReleases(codes, '1.4.0'), candidate: undefined }, '1.4.0'],
    ['withdrawn', { ...offered, candidate: undefined, withdrawn: ['1.4.0'] }, '1.3.0'],
    ['other', { ...offered, candidate: exampleCandidate(releaseOf('1.5.0')) }, '1.3.0'],
    ['other', { ...offered, remote: withReleases(codes, '1.5.0'), candidate: undefined }, '1.5.0'],
  ])('it ends as %s', (refusal, state, version) => {
    know(state)
    expect(preview()).toMatchObject({ status: 'failed', refusal })
    expect(shown()?.[0]).toBe(version)
  })

  it('it ends with its time, and with its place in the menu', () => {
    vi.setSystemTime(Date.parse(candidate.until))
    store.dispatch({ type: 'preview', preview: preview() })
    expect(preview()).toMatchObject({ status: 'failed', refusal: 'expired' })
    request()
    store.dispatch({ type: 'authority', authority: authorityOf(users) })
    expect(preview()).toMatchObject({ status: 'failed', refusal: 'not-listed' })
  })

  it('it stays while its state is verified again by other keys', () => {
    const { remotes, ...authority } = authorityOf(users, codes)
    const keys = [`${'B'.repeat(43)}=`]
    store.dispatch({
      type: 'authority',
      authority: { ...authority, remotes: remotes.map((one) => ({ ...one, keys })) },
    })
    expect(store.getState().states).toEqual({})
    expect(shown()).toEqual(['1.4.0', '1.3.0', '1.2.0'])
  })

  it('it is asked for again when it returns', () => {
    know({ ...offered, candidate: undefined })
    know(offered)
    expect(preview().status).toBe('unconfirmed')
  })
})
