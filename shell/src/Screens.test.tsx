import { apiClient } from '@canje/shared-auth'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Screens } from './Screens'
import { remote } from './testing/test-remotes'
import { enterSession, startTestShell, storeSession, type TestShell } from './testing/test-shell'

let shell: TestShell

beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(() => history.replaceState(null, '', '/'))

const loginScreen = () => screen.findByRole('heading', { name: 'Bienvenido' })

async function signIn(name: string) {
  const field = screen.getByLabelText('Usuario')
  // It has the name of an expired session.
  await userEvent.clear(field)
  await userEvent.type(field, name)
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta{Enter}')
}

function Url() {
  const { pathname, search, hash } = useLocation()
  return <output>{pathname + search + hash}</output>
}

describe('routes', () => {
  it.each(['/', '/login', '/nada', '/main/usuarios'])('%s shows the login screen', async (path) => {
    const router = shell.open(path)
    expect(await loginScreen()).toBeTruthy()
    expect(router.location()?.pathname).toBe('/login')
  })

  it('shows the login screen to a signed-in user', async () => {
    storeSession()
    shell.open('/login')
    expect(await loginScreen()).toBeTruthy()
    expect(sessionStorage.getItem('id_token')).toBe('stored')
  })
})

describe('a document that has shown the main screen (D35, sign-out)', () => {
  async function openMain() {
    storeSession({ name: 'ana' })
    const router = shell.open('/main')
    await screen.findByRole('tab', { selected: true })
    // Any login screen of this document would be seen.
    router.leave.mockImplementation(() => new Promise(() => undefined))
    return router
  }

  it.each(['/login', '/nada'])('has no login screen at %s, even with a session', async (path) => {
    const router = await openMain()
    await router.navigate(path)
    expect(router.leave).toHaveBeenCalledExactlyOnceWith('/login')
    expect(screen.queryByRole('heading', { name: 'Bienvenido' })).toBeNull()
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
  })

  it('is left, without its rows, once the guard rejects the session', async () => {
    const router = await openMain()
    shell.responses.sessionId = 0
    await router.navigate('/main')
    await vi.waitFor(() => expect(router.leave).toHaveBeenCalledWith('/login'))
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
    expect(router.location()?.pathname).toBe('/main')
  })
})

it("shows an error page when the code of the main screen does not load, whose 'Reintentar' opens that screen", async () => {
  render(
    <MemoryRouter initialEntries={['/login#volver=%2Fmain%3Ftab%3Dcodigos%23q%3Dluis']}>
      <Screens loadMain={() => Promise.reject(new Error('lost'))} />
      <Url />
    </MemoryRouter>,
  )
  await signIn('ana')
  expect(await screen.findByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('/main?tab=codigos#q=luis')
})

describe('the guard of /main', () => {
  function rejectedSession() {
    storeSession()
    shell.responses.sessionId = 0
  }

  it('keeps no view of an entry that the back button has loaded', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as PerformanceNavigationTiming])
    history.replaceState(null, '', '/main?tab=codigos#q=luis')
    const router = shell.open('/main?tab=codigos#q=luis')
    await loginScreen()
    expect(router.location()).toMatchObject({ pathname: '/login', hash: '' })
  })

  it('keeps no view of an entry that the document had before its login screen', async () => {
    const router = shell.open('/login')
    await loginScreen()
    history.replaceState(null, '', '/main?tab=codigos#q=luis')
    await router.navigate('/main?tab=codigos#q=luis')
    await vi.waitFor(() => expect(router.location()).toMatchObject({ pathname: '/login', hash: '' }))
  })

  it('keeps the view of an expired session for the same person (D29, session storage)', async () => {
    storeSession({ name: 'ana', expiresAt: Date.now() - 1 })
    history.replaceState(null, '', '/main?tab=codigos#q=luis')
    const router = shell.open('/main?tab=codigos#q=luis')
    await loginScreen()
    expect(router.location()).toMatchObject({ pathname: '/login', hash: '' })
    await signIn('ana')
    await vi.waitFor(() => expect(router.location()?.pathname).toBe('/main'))
    expect(router.location()).toMatchObject({ search: '?tab=codigos', hash: '#q=luis' })
    expect(await screen.findByText('ana')).toBeTruthy()
    expect(shell.loader.load.mock.calls.map(([{ remote }]) => remote)).not.toContain('mf-usuarios')
  })

  it.each([
    ['not again on a change of tab', '/main?tab=codigos', 1],
    ['not again on a change of view', '/main#q=ana', 1],
    ['again on the same URL', '/main', 2],
  ])('runs %s', async (_entry, path, times) => {
    storeSession()
    const router = shell.open('/main')
    await screen.findByRole('tab', { selected: true })
    await router.navigate(path)
    // The service receives this request after that of a guard.
    await apiClient.get('SelectUsers')
    expect(shell.paths().filter((path) => path === '/ValidateLogin')).toHaveLength(times)
  })

  it("runs in parallel with the tab's prefetch, and aborts it when it rejects the session", async () => {
    const codes = remote('codigos')
    shell.register({ ...codes, live: { ...codes.live, prefetch: ['SelectCodes'] } })
    const fetched = vi.spyOn(globalThis, 'fetch')
    rejectedSession()
    enterSession()
    shell.open('/main?tab=codigos')
    await loginScreen()
    const call = fetched.mock.calls.find(([url]) => String(url).endsWith('/SelectCodes'))
    expect(call?.[1]?.signal?.aborted).toBe(true)
  })
})
