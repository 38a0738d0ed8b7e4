import { endSession, useSession } from 'shared-auth'
import { startCall } from 'shared-auth/host'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote, withReleases } from '../testing/test-shell'
import { forgetFailures, noteFailure } from './failed-releases'
import { loadRelease } from './load-release'
import { callEarly, loadEarly, openEarly, remoteOfAddress } from './open-early'
import { useRegistry } from './registry-store'
import { noteShown } from './report'

vi.mock('./load-release')
vi.mock('shared-auth/host')

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const calling = { ...codes, live: { ...codes.live, prefetch: ['SelectCodes'], prefetchByPost: ['SelectScores'] } }
const signIn = () => useSession.setState({ idToken: 't', expiresAt: Date.now() + 60_000 })
const register = () => useRegistry.setState({ status: 'ready', serial: 1, remotes: [users, codes] })

beforeEach(() => {
  vi.mocked(loadRelease).mockResolvedValue({ default: () => null })
})
afterEach(() => {
  endSession()
  forgetFailures(codes)
  noteShown(codes.name, null)
  vi.clearAllMocks()
  history.replaceState(null, '', '/')
  useRegistry.setState({ status: 'loading' })
})

it('loads the release that would be opened', () => {
  const known = withReleases(codes, '1.1.0', '1.0.0')
  noteFailure(known.name, known.live, new Error('mala'))
  loadEarly(known)
  expect(loadRelease).toHaveBeenCalledExactlyOnceWith('mf-codigos', known.previous[0])
})

it('starts the calls of a release for a session only', () => {
  callEarly(calling)
  expect(startCall).not.toHaveBeenCalled()
  signIn()
  callEarly(calling)
  callEarly(users)
  expect(vi.mocked(startCall).mock.calls).toEqual([
    ['GET', 'SelectCodes'],
    ['POST', 'SelectScores'],
  ])
})

it('starts the calls of a tab that opens ahead of its code', () => {
  signIn()
  openEarly(calling)
  expect(startCall).toHaveBeenCalledTimes(2)
  expect(vi.mocked(startCall).mock.invocationCallOrder.at(-1)).toBeLessThan(
    vi.mocked(loadRelease).mock.invocationCallOrder[0] ?? 0,
  )
})

it('starts the calls of the release that would be opened', () => {
  signIn()
  const known = withReleases(codes, '1.1.0', '1.0.0')
  const [before] = known.previous
  Object.assign(known.live, { prefetch: ['SelectScores'] })
  if (before) before.prefetch = ['SelectCodes']
  noteFailure(known.name, known.live, new Error('mala'))
  callEarly(known)
  forgetFailures(known)
  expect(vi.mocked(startCall).mock.calls).toEqual([['GET', 'SelectCodes']])
})

it.each([
  ['of a tab that is there, whose newer release may have come', () => noteShown(calling.name, calling.live), 1],
  ['of a tab without a release that works', () => noteFailure(calling.name, calling.live, new Error('mala')), 0],
])('makes no call %s', (_what, happen, loads) => {
  signIn()
  happen()
  openEarly(calling)
  expect(startCall).not.toHaveBeenCalled()
  expect(loadRelease).toHaveBeenCalledTimes(loads)
})

it.each([
  ['/main', users],
  ['/main?tab=codigos', codes],
  ['/main?tab=nada', users],
])('%s opens the tab that the address names, or the first', async (address, expected) => {
  history.replaceState(null, '', address)
  register()
  expect(await remoteOfAddress()).toBe(expected)
})

it('waits until it is known which tabs there are', async () => {
  const asked = remoteOfAddress()
  register()
  expect(await asked).toBe(users)
})
