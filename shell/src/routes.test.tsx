import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { configureServices, type TabProps } from 'shared-auth'
import { startTestServer } from 'shared-auth/test-server'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTab } from './remotes/load-tab'
import { useRegistry } from './remotes/registry-store'
import { routes } from './router'
import { Surface } from './surface'

vi.mock('./remotes/load-tab')

const remote = (name: string, id: string, order: number) => ({
  name,
  version: '1.0.0',
  build: 'b',
  entry: `http://remotes.example/${name}/remoteEntry.b.js`,
  tab: { id, label: id, order, columns: 5 },
})

function FakeTab({ notify }: TabProps) {
  return (
    <button type="button" onClick={() => notify({ severity: 'info', summary: 'Aviso', detail: 'de la pestaña' })}>
      Avisar
    </button>
  )
}

let server: Awaited<ReturnType<typeof startTestServer>>
let token: unknown
let sessionId: number
let router: ReturnType<typeof createMemoryRouter>

beforeAll(speakSpanish)
beforeEach(async () => {
  token = 't'
  sessionId = 1
  server = await startTestServer(({ path }) => ({
    body: JSON.stringify({ data: path === '/CreateToken' ? token : { data: { id: sessionId } } }),
  }))
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  useRegistry.setState({
    status: 'ready',
    remotes: [remote('mf-users', 'usuarios', 1), remote('mf-codes', 'codigos', 2)],
  })
  vi.mocked(loadTab).mockResolvedValue({ default: FakeTab })
})
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await server.close()
})

function open(path: string) {
  router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <Surface>
      <RouterProvider router={router} />
    </Surface>,
  )
}

function storeSession(expiresAt = Date.now() + 600_000) {
  sessionStorage.setItem('id_token', 'stored')
  sessionStorage.setItem('expires_at', String(expiresAt))
}

function rejectedSession() {
  storeSession()
  sessionId = 0
}

function unansweredSession() {
  storeSession()
  configureServices({ securityUrl: 'http://127.0.0.1:9', apiUrl: server.url })
}

async function signIn(username: string, password: string) {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  if (username) await userEvent.type(screen.getByLabelText('Usuario'), username)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
}

const atLogin = () => vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
const paths = () => server.calls.map(({ path }) => path)

describe('routes', () => {
  it.each(['/', '/login', '/nada', '/main/usuarios'])('%s shows the login screen', async (path) => {
    open(path)
    expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('shows the login screen to a signed-in user too', async () => {
    storeSession()
    open('/login')
    expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
    expect(sessionStorage.getItem('id_token')).toBe('stored')
  })
})

describe('sign-in', () => {
  it.each([
    ['', ''],
    ['ana', ''],
    ['', 'secreta'],
    ['   ', 'secreta'],
  ])('makes no call for user "%s" and password "%s"', async (username, password) => {
    open('/login')
    await signIn(username, password)
    expect(await screen.findByText('Debe ingresar un usuario y contraseña')).toBeTruthy()
    expect(paths()).toEqual([])
  })

  it('says that the credentials are wrong', async () => {
    token = null
    open('/login')
    await signIn('ana', 'mala')
    expect(await screen.findByText('Usuario o contraseña incorrectos')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('leads through the guard to the first tab, with the success toast', async () => {
    open('/login')
    await signIn('ana', 'secreta')
    expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
    expect(await screen.findByText('Se inicio sesión correctamente')).toBeTruthy()
    expect(paths()).toEqual(['/CreateToken', '/ValidateLogin'])
  })

  it('takes the toast of a refused attempt away once signed in', async () => {
    token = null
    open('/login')
    await signIn('ana', 'mala')
    await screen.findByText('Usuario o contraseña incorrectos')
    token = 't'
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
    await screen.findByText('Se inicio sesión correctamente')
    await vi.waitFor(() => expect(screen.queryByText('Usuario o contraseña incorrectos')).toBeNull())
  })

  it('raises no success toast when the guard turns the new session away', async () => {
    sessionId = 0
    open('/login')
    await signIn('ana', 'secreta')
    await vi.waitFor(() => expect(paths()).toEqual(['/CreateToken', '/ValidateLogin']))
    await vi.waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar sesión' }).disabled).toBe(false),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the guard of /main', () => {
  it('admits a stored session that the service confirms', async () => {
    storeSession()
    open('/main')
    expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it.each([
    ['no session', () => undefined],
    ['an expired session', () => storeSession(Date.now() - 1)],
    ['an id of 0', rejectedSession],
    ['no answer', unansweredSession],
  ])('leads to login without a message on %s', async (_name, arrange) => {
    arrange()
    open('/main')
    await screen.findByRole('heading', { name: 'Bienvenido' })
    await atLogin()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('the main screen', () => {
  it('opens the tab of a deep link, and the first for an unknown one', async () => {
    storeSession()
    open('/main?tab=codigos')
    expect(await screen.findByRole('tab', { name: 'codigos', selected: true })).toBeTruthy()
    await router.navigate('/main?tab=nada')
    expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it('writes the tab into the address, keeps visited tabs, and asks the guard once', async () => {
    storeSession()
    open('/main')
    await userEvent.click(await screen.findByRole('tab', { name: 'codigos' }))
    expect(router.state.location.search).toBe('?tab=codigos')
    await vi.waitFor(() => expect(screen.getAllByText('Avisar')).toHaveLength(2))
    expect(paths()).toEqual(['/ValidateLogin'])
  })

  it("shows a tab's toast", async () => {
    storeSession()
    open('/main')
    await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
    expect(await screen.findByText('de la pestaña')).toBeTruthy()
  })

  it('logs out: storage and toasts are empty, the login screen is there', async () => {
    storeSession()
    open('/main')
    await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
    await screen.findByText('de la pestaña')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
    await atLogin()
    await vi.waitFor(() => expect(screen.queryByText('de la pestaña')).toBeNull())
    expect(sessionStorage).toHaveLength(0)
  })

  it('offers a retry when the registry failed', async () => {
    const retry = vi.fn()
    useRegistry.setState({ status: 'failed', retry }, true)
    storeSession()
    open('/main')
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})
