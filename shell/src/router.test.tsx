import { screen } from '@testing-library/react'
import { apiClient, configureServices } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterSession, remote, startTestShell, storeSession, type TestShell } from './testing/test-shell'

let shell: TestShell

beforeAll(speakSpanish)
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shell.close()
})

const loginScreen = () => screen.findByRole('heading', { name: 'Bienvenido' })

describe('routes', () => {
  it.each(['/', '/login', '/nada', '/main/usuarios'])('%s shows the login screen', async (path) => {
    const router = shell.open(path)
    expect(await loginScreen()).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('shows the login screen to a signed-in user too', async () => {
    storeSession()
    shell.open('/login')
    expect(await loginScreen()).toBeTruthy()
    expect(sessionStorage.getItem('id_token')).toBe('stored')
  })
})

describe('the guard of /main', () => {
  function rejectedSession() {
    storeSession()
    shell.answers.sessionId = 0
  }

  function unansweredSession() {
    storeSession()
    configureServices({ securityUrl: 'http://127.0.0.1:9', apiUrl: 'http://127.0.0.1:9' })
  }

  /** Registers a tab that makes a call when it opens. */
  function registerCallingTab() {
    const codes = remote('codigos', 1)
    const live = { ...codes.live, prefetch: ['SelectCodes'] }
    shell.register({ ...codes, live })
    return vi.spyOn(globalThis, 'fetch')
  }

  it('admits a stored session that the service confirms', async () => {
    storeSession()
    shell.open('/main')
    expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it.each([
    ['no session', () => undefined],
    ['an expired session', () => storeSession({ expiresAt: Date.now() - 1 })],
    ['an id of 0', rejectedSession],
    ['no answer', unansweredSession],
  ])('leads to login without a message on %s', async (_name, arrange) => {
    arrange()
    const router = shell.open('/main')
    await loginScreen()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it("asks beside the tab's first calls, which it drops with a session that it turns away", async () => {
    const fetched = registerCallingTab()
    rejectedSession()
    enterSession()
    shell.open('/main?tab=codigos')
    await loginScreen()
    const call = fetched.mock.calls.find(([url]) => String(url).endsWith('/SelectCodes'))
    expect(call?.[1]?.signal?.aborted).toBe(true)
  })

  it('makes no calls for a tab that is there when it asks again', async () => {
    const fetched = registerCallingTab()
    enterSession()
    const router = shell.open('/main?tab=codigos')
    await vi.waitFor(() => expect(document.querySelector('[data-release]')).toBeTruthy())
    const calls = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/SelectCodes'))
    expect(calls()).toHaveLength(1)
    // Whatever it started has been dropped, and may be started anew.
    await apiClient.get('DeleteAllCodes')
    await router.revalidate()
    expect(shell.paths().filter((path) => path === '/ValidateLogin')).toHaveLength(2)
    expect(calls()).toHaveLength(1)
  })
})
