import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { apiClient } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadRelease } from '../remotes/load-release'
import { useRegistry } from '../remotes/registry-store'
import { remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'

vi.mock('../remotes/load-release')

let shell: TestShell

beforeAll(speakSpanish)
beforeEach(async () => {
  shell = await startTestShell()
  storeSession()
})
afterEach(async () => {
  await shell.close()
  vi.restoreAllMocks()
})

it('opens the tab of a deep link, and the first for an unknown one', async () => {
  const router = shell.open('/main?tab=codigos')
  expect(await screen.findByRole('tab', { name: 'codigos', selected: true })).toBeTruthy()
  await router.navigate('/main?tab=nada')
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

it('writes the tab into the address, keeps visited tabs, and asks the guard once', async () => {
  const router = shell.open('/main')
  await userEvent.click(await screen.findByRole('tab', { name: 'codigos' }))
  expect(router.state.location.search).toBe('?tab=codigos')
  await vi.waitFor(() => expect(screen.getAllByText('Avisar')).toHaveLength(2))
  expect(shell.paths()).toEqual(['/ValidateLogin'])
})

it('loads the code of a tab that is pointed at, and does not open it', async () => {
  shell.open('/main')
  await userEvent.hover(await screen.findByRole('tab', { name: 'codigos' }))
  expect(loadRelease).toHaveBeenCalledWith('mf-codigos', expect.anything())
  expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

it('makes the calls of a tab with the press on it, before it is drawn, and once', async () => {
  const calls = { usuarios: 'SelectUsers', codigos: 'SelectCodes' }
  const calling = (id: keyof typeof calls, order: number) => {
    const { live, ...rest } = remote(id, order)
    return { ...rest, live: { ...live, prefetch: [calls[id]] } }
  }
  useRegistry.setState({ remotes: [calling('usuarios', 1), calling('codigos', 2)] })
  vi.mocked(loadRelease).mockImplementation(async (name) => ({
    default: () => {
      useEffect(() => {
        apiClient.get(name === 'mf-codigos' ? calls.codigos : calls.usuarios)
      }, [])
      return null
    },
  }))
  const fetched = vi.spyOn(globalThis, 'fetch')
  const asked = () => fetched.mock.calls.map(([address]) => String(address)).filter((address) => /Select/.test(address))
  const isShown = (id: string) =>
    vi.waitFor(() => expect(document.querySelector(`#panel-${id}`)?.getAttribute('data-release')).toBeTruthy())
  shell.open('/main')
  const codes = await screen.findByRole('tab', { name: 'codigos' })
  await isShown('usuarios')
  fetched.mockClear()
  codes.click()
  expect(asked()).toEqual([expect.stringContaining('SelectCodes')])
  await isShown('codigos')
  screen.getByRole('tab', { name: 'usuarios' }).click()
  codes.click()
  expect(asked()).toHaveLength(1)
})

it('does not draw a tab again when another one is opened', async () => {
  const draw = vi.fn(() => <p>Tabla</p>)
  vi.mocked(loadRelease).mockImplementation(async (name) => ({ default: name === 'mf-codigos' ? draw : () => null }))
  const router = shell.open('/main?tab=codigos')
  await screen.findByText('Tabla')
  const before = draw.mock.calls.length
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  await vi.waitFor(() => expect(document.querySelector('#panel-usuarios')?.getAttribute('data-release')).toBeTruthy())
  await router.navigate('/main?tab=codigos')
  expect(draw.mock.calls).toHaveLength(before)
})

it("shows a tab's toast", async () => {
  shell.open('/main')
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  expect(await screen.findByText('de la pestaña')).toBeTruthy()
})

it('keeps the other tabs going when one fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.mocked(loadRelease).mockRejectedValue(new Error('404'))
  shell.open('/main')
  expect(await screen.findByText('No se pudo mostrar la pestaña usuarios')).toBeTruthy()
  vi.mocked(loadRelease).mockResolvedValue({ default: () => <p>Tabla de codigos</p> })
  await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
})

it('logs out: storage and toasts are empty, the login screen is there', async () => {
  const router = shell.open('/main')
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  await screen.findByText('de la pestaña')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await vi.waitFor(() => expect(screen.queryByText('de la pestaña')).toBeNull())
  expect(sessionStorage).toHaveLength(0)
})
