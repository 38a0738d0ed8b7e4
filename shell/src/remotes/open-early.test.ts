import { endSession, useSession } from 'shared-auth'
import { startCall } from 'shared-auth/host'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote, withReleases } from '../testing/test-shell'
import { forgetFailures, noteFailure } from './failed-releases'
import { loadRelease } from './load-release'
import { callEarly, loadEarly, remoteOfAddress } from './open-early'
import { useRegistry } from './registry-store'

vi.mock('./load-release')
vi.mock('shared-auth/host')

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const register = () => useRegistry.setState({ status: 'ready', serial: 1, remotes: [users, codes] })

beforeEach(() => vi.mocked(loadRelease).mockResolvedValue({ default: () => null }))
afterEach(() => {
  endSession()
  forgetFailures(codes)
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
  const calling = { ...codes, live: { ...codes.live, prefetch: ['SelectCodes'], prefetchByPost: ['SelectScores'] } }
  callEarly(calling)
  expect(startCall).not.toHaveBeenCalled()
  useSession.setState({ idToken: 't', expiresAt: Date.now() + 60_000 })
  callEarly(calling)
  callEarly(users)
  expect(vi.mocked(startCall).mock.calls).toEqual([
    ['GET', 'SelectCodes'],
    ['POST', 'SelectScores'],
  ])
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
