import { screen } from '@testing-library/react'
import { configureServices } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestShell, storeSession, type TestShell } from './testing/test-shell'

vi.mock('./remotes/load-release')

let shell: TestShell

beforeAll(speakSpanish)
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(() => shell.close())

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

  it('admits a stored session that the service confirms', async () => {
    storeSession()
    shell.open('/main')
    expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it.each([
    ['no session', () => undefined],
    ['an expired session', () => storeSession(Date.now() - 1)],
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
})
