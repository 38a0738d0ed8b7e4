import { apiClient } from '@canje/shared-auth'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, use, useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'

let shell: TestShell

beforeAll(setSpanishLocale)
beforeEach(async () => {
  shell = await startTestShell()
  storeSession()
})
afterEach(async () => {
  await shell.close()
  vi.restoreAllMocks()
})

it('opens the tab of a deep link, and the first tab for an unknown id', async () => {
  const router = shell.open('/main?tab=codigos')
  expect(await screen.findByRole('tab', { name: 'codigos', selected: true })).toBeTruthy()
  await router.navigate('/main?tab=nada')
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

it('writes the tab into the URL, keeps visited tabs mounted, and runs the guard once', async () => {
  const router = shell.open('/main')
  await userEvent.click(await screen.findByRole('tab', { name: 'codigos' }))
  expect(router.state.location.search).toBe('?tab=codigos')
  await vi.waitFor(() => expect(screen.getAllByText('Avisar')).toHaveLength(2))
  expect(shell.paths()).toEqual(['/ValidateLogin'])
})

it('prefetches the code of a hovered tab without opening it', async () => {
  shell.open('/main')
  await userEvent.hover(await screen.findByRole('tab', { name: 'codigos' }))
  expect(shell.loader.load).toHaveBeenCalledWith('mf-codigos', expect.anything())
  expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

function FetchingTab({ path }: { path: string }) {
  useEffect(() => {
    apiClient.get(path)
  }, [path])
  return null
}

describe('the requests of a tab', () => {
  const paths = { 'mf-usuarios': 'SelectUsers', 'mf-codigos': 'SelectCodes' }
  const untilMounted = (id: string) =>
    vi.waitFor(() => expect(document.querySelector(`#panel-${id}`)?.getAttribute('data-release')).toBeTruthy())
  const tab = (name: string) => screen.getByRole('tab', { name })
  const loadAs = (Tab: ComponentType<{ path: string }>) =>
    shell.loader.load.mockImplementation(async (name) => ({
      default: () => <Tab path={paths[name as keyof typeof paths]} />,
    }))

  /** Opens `/main`. @returns the router and the requests for rows that follow */
  async function open() {
    const remotes = [remote('usuarios', 1), remote('codigos', 2)].map(({ name, live, ...rest }) => {
      return { ...rest, name, live: { ...live, prefetch: [paths[name as keyof typeof paths]] } }
    })
    shell.register(...remotes)
    const router = shell.open('/main')
    await untilMounted('usuarios')
    const fetched = vi.spyOn(globalThis, 'fetch')
    const requests = () => fetched.mock.calls.flatMap(([url]) => /Select\w+$/.exec(String(url)) ?? [])
    return { router, requests }
  }

  it('are sent once, on the press, before the tab renders', async () => {
    loadAs(FetchingTab)
    const { requests } = await open()
    tab('codigos').click()
    expect(requests()).toEqual(['SelectCodes'])
    await untilMounted('codigos')
    tab('usuarios').click()
    await screen.findByRole('tab', { name: 'usuarios', selected: true })
    tab('codigos').click()
    await screen.findByRole('tab', { name: 'codigos', selected: true })
    expect(requests()).toEqual(['SelectCodes'])
  })

  it('are not sent again by a second press while the tab opens', async () => {
    loadAs(FetchingTab)
    const { requests } = await open()
    let request: Promise<unknown> | undefined
    loadAs(({ path }) => {
      request ??= apiClient.get(path)
      return use(new Promise<never>(() => undefined))
    })
    tab('codigos').click()
    await vi.waitFor(() => expect(request).toBeTruthy())
    tab('codigos').click()
    expect(requests()).toEqual(['SelectCodes'])
  })

  it('are sent while the code loads when the back button opens the tab', async () => {
    loadAs(FetchingTab)
    const { requests, router } = await open()
    shell.loader.load.mockReturnValue(new Promise(() => undefined))
    await router.navigate('/main?tab=codigos')
    await vi.waitFor(() => expect(requests()).toEqual(['SelectCodes']))
  })
})

it('renders a tab again only when it becomes active or inactive', async () => {
  const draw = vi.fn(() => <p>Tabla</p>)
  shell.loader.load.mockImplementation(async (name) => ({ default: name === 'mf-codigos' ? draw : () => null }))
  const router = shell.open('/main?tab=codigos')
  await screen.findByText('Tabla')
  const before = draw.mock.calls.length
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  await vi.waitFor(() => expect(document.querySelector('#panel-usuarios')?.getAttribute('data-release')).toBeTruthy())
  await router.navigate('/main?tab=codigos')
  await vi.waitFor(() => expect(draw.mock.calls).toHaveLength(before + 2))
})

it('shows a toast of a tab', async () => {
  shell.open('/main')
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  expect(await screen.findByText('de la pestaña')).toBeTruthy()
})

it('opens another tab after one has failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shell.loader.load.mockRejectedValue(new Error('404'))
  shell.open('/main')
  expect(await screen.findByText('No se pudo mostrar la pestaña usuarios')).toBeTruthy()
  shell.loader.load.mockResolvedValue({ default: () => <p>Tabla de codigos</p> })
  await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
})

it('logs out: clears storage and toasts, and shows the login screen', async () => {
  const router = shell.open('/main')
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  await screen.findByText('de la pestaña')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await vi.waitFor(() => expect(screen.queryByText('de la pestaña')).toBeNull())
  expect(sessionStorage).toHaveLength(0)
})

it('has the brand, the tabs, the person and the sign-out in the header, in this order', async () => {
  storeSession({ name: 'ana' })
  shell.open('/main')
  const tab = await screen.findByRole('tab', { name: 'usuarios' })
  const header = screen.getByRole('banner')
  expect(header.contains(tab)).toBe(true)
  expect(header.textContent).toMatch(/^Canjeusuarioscodigosana ?Cerrar sesión$/)
})

describe('the skip link', () => {
  const skip = async () => userEvent.click(await screen.findByRole('link', { name: 'Ir a la tabla' }))

  it('is the first tab stop', async () => {
    shell.open('/main')
    await screen.findByRole('tab', { name: 'usuarios' })
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ir a la tabla' }))
  })

  it('focuses the table of the active tab and leaves the URL alone', async () => {
    shell.loader.load.mockImplementation(async (name) => ({
      default: () => <section data-table-region aria-label={name} tabIndex={-1} />,
    }))
    const router = shell.open('/main?tab=codigos#q=ana')
    await userEvent.click(await screen.findByRole('tab', { name: 'usuarios' }))
    await screen.findByRole('region', { name: 'mf-usuarios' })
    const { location } = router.state
    await skip()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'mf-usuarios' }))
    expect(router.state.location).toBe(location)
  })

  it('focuses the heading of a tab without a table', async () => {
    shell.open('/main?tab=codigos')
    await screen.findByRole('button', { name: 'Avisar' })
    await skip()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'codigos' }))
  })
})

describe('the heading of the active tab', () => {
  it('has the focus after a sign-in', async () => {
    shell.open('/login')
    await screen.findByRole('heading', { name: 'Bienvenido' })
    await userEvent.type(screen.getByLabelText('Usuario'), 'ana')
    await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta{Enter}')
    const heading = await screen.findByRole('heading', { name: 'usuarios', level: 2 })
    await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('leaves the focus alone when the page is loaded again', async () => {
    shell.open('/main')
    await screen.findByRole('button', { name: 'Avisar' })
    expect(document.activeElement).toBe(document.body)
  })
})
