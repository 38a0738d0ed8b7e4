import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, use, useEffect } from 'react'
import { apiClient } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'

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
  expect(shell.loader.load).toHaveBeenCalledWith('mf-codigos', expect.anything())
  expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

function Calling({ path }: { path: string }) {
  useEffect(() => {
    apiClient.get(path)
  }, [path])
  return null
}

describe('the calls of a tab', () => {
  const calls = { 'mf-usuarios': 'SelectUsers', 'mf-codigos': 'SelectCodes' }
  const untilShown = (id: string) =>
    vi.waitFor(() => expect(document.querySelector(`#panel-${id}`)?.getAttribute('data-release')).toBeTruthy())
  const tab = (name: string) => screen.getByRole('tab', { name })
  const loadAs = (Tab: ComponentType<{ path: string }>) =>
    shell.loader.load.mockImplementation(async (name) => ({
      default: () => <Tab path={calls[name as keyof typeof calls]} />,
    }))

  /** Opens `/main` and gives what was asked for since, of the rows of tabs. */
  async function open() {
    const remotes = [remote('usuarios', 1), remote('codigos', 2)].map(({ name, live, ...rest }) => {
      return { ...rest, name, live: { ...live, prefetch: [calls[name as keyof typeof calls]] } }
    })
    shell.register(...remotes)
    const router = shell.open('/main')
    await untilShown('usuarios')
    const fetched = vi.spyOn(globalThis, 'fetch')
    const asked = () => fetched.mock.calls.flatMap(([address]) => /Select\w+$/.exec(String(address)) ?? [])
    return { router, asked }
  }

  it('are made with the press on it, before it is drawn, and once', async () => {
    loadAs(Calling)
    const { asked } = await open()
    tab('codigos').click()
    expect(asked()).toEqual(['SelectCodes'])
    await untilShown('codigos')
    tab('usuarios').click()
    await screen.findByRole('tab', { name: 'usuarios', selected: true })
    tab('codigos').click()
    await screen.findByRole('tab', { name: 'codigos', selected: true })
    expect(asked()).toEqual(['SelectCodes'])
  })

  it('are not made again by a press on it while it opens', async () => {
    loadAs(Calling)
    const { asked } = await open()
    let answered: Promise<unknown> | undefined
    loadAs(({ path }) => {
      answered ??= apiClient.get(path)
      return use(new Promise<never>(() => undefined))
    })
    tab('codigos').click()
    await vi.waitFor(() => expect(answered).toBeTruthy())
    tab('codigos').click()
    expect(asked()).toEqual(['SelectCodes'])
  })

  it('are made beside loading its code where nobody presses it, as by the back button', async () => {
    loadAs(Calling)
    const { asked, router } = await open()
    shell.loader.load.mockReturnValue(new Promise(() => undefined))
    await router.navigate('/main?tab=codigos')
    await vi.waitFor(() => expect(asked()).toEqual(['SelectCodes']))
  })
})

it('does not draw a tab again when another one is opened', async () => {
  const draw = vi.fn(() => <p>Tabla</p>)
  shell.loader.load.mockImplementation(async (name) => ({ default: name === 'mf-codigos' ? draw : () => null }))
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
  shell.loader.load.mockRejectedValue(new Error('404'))
  shell.open('/main')
  expect(await screen.findByText('No se pudo mostrar la pestaña usuarios')).toBeTruthy()
  shell.loader.load.mockResolvedValue({ default: () => <p>Tabla de codigos</p> })
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
