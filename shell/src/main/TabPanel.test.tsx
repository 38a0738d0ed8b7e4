import { type RegisteredRemote, type Release, SettingsInvalid } from '@canje/registry'
import type { TabModule } from '@canje/shared-auth'
import { LostResponseError, SignInPageError } from '@canje/shared-auth/fault'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeRemotes, outletOf, RemotesContext, tabOutlet } from '../remotes'
import { OtherShellError } from '../remotes/releases/other-shell'
import {
  createTestRemotes,
  listed,
  remote as registered,
  type TestRemotes,
  withReleases,
} from '../testing/test-remotes'
import { TabPanel } from './TabPanel'

const first = registered('codigos')
const remote = withReleases(first, '1.1.0', '1.0.0')

function ThrowsInEffect() {
  useEffect(() => {
    throw new Error('effect failed')
  }, [])
  return <p>Tabla rota</p>
}

/** Modules by version; a version without one loads and renders its number. */
let modules: Record<string, () => Promise<TabModule>>
let throwing: Set<string>
let page: TestRemotes

function moduleOf({ version }: Release): TabModule {
  return {
    default: function Tab({ settings }) {
      if (throwing.has(version)) throw new Error(`${version} throws`)
      return <p data-settings={JSON.stringify(settings)}>Tabla de {version}</p>
    },
  }
}

beforeEach(() => {
  modules = {}
  throwing = new Set()
  page = createTestRemotes(remote)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  page.loader.load.mockImplementation(
    (_name, release) => modules[release.version]?.() ?? Promise.resolve(moduleOf(release)),
  )
})

const never = new Promise<never>(() => undefined)
const view = { params: '', opening: 0 }
const fails = () => Promise.reject(new Error('404'))
const panel = (of: RegisteredRemote, isActive = true, owner?: string) => {
  page.register(of)
  return (
    <RemotesContext value={page.remotes}>
      <TabPanel
        listed={{ ...listed(of), owner }}
        isActive={isActive}
        // Another one renders the tab again.
        draft={{ draft: null }}
        view={view}
        onViewChange={() => undefined}
      />
    </RemotesContext>
  )
}
const lastEvent = () => JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])
const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
const shown = async (version: string) => {
  expect(await screen.findByText(`Tabla de ${version}`)).toBeTruthy()
  await waitFor(() =>
    expect(document.querySelector('[role=tabpanel]')?.getAttribute('data-release')).toBe(`mf-codigos@${version}`),
  )
}
const failed = async () => {
  expect(await screen.findByText('No se pudo mostrar la pestaña codigos')).toBeTruthy()
  expect(document.querySelector('[data-release]')).toBeNull()
  expect(outletOf(page.remotes.store.getState(), tabOutlet('mf-codigos')).status).toBe('failed')
}

it('loads nothing before activation, then waits for the live release, however slow it is', async () => {
  let arrive: (module: TabModule) => void = () => undefined
  modules['1.1.0'] = () => new Promise((resolve) => (arrive = resolve))
  const { rerender } = render(panel(remote, false))
  expect(page.loader.load).not.toHaveBeenCalled()
  vi.useFakeTimers()
  rerender(panel(remote))
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  const skeleton = screen.getByRole('status', { name: 'Cargando codigos…' })
  expect(skeleton.textContent).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(12_001))
  expect(skeleton.textContent).toBe('La carga tarda más de lo normal…')
  vi.useRealTimers()
  arrive(moduleOf(remote.live))
  await shown('1.1.0')
  expect(page.loader.load).toHaveBeenCalledOnce()
})

const rejecting = (cause: Error) => () => Promise.reject(new Error('It cannot be used.', { cause }))
const notLoaded = Object.assign(new Error('404'), { name: 'ChunkLoadError' })

it.each<[string, string, () => Promise<TabModule>, number]>([
  ['Compruebe su conexión', 'Las demás pestañas', rejecting(notLoaded), 1],
  ['Necesita otra versión', 'Las demás pestañas', rejecting(new OtherShellError('shared-auth ^2.0.0')), 1],
  ['Intente de nuevo', 'Las demás pestañas', async () => moduleOf(remote.live), 1],
  ['El servidor no responde', 'Su sesión', rejecting(new LostResponseError()), 0],
  ['La red pide iniciar sesión', 'Su sesión', rejecting(new SignInPageError()), 0],
])(
  'advises by what the live release failed of: %s. %s … An event blames it unless the network failed',
  async (advice, rest, live, events) => {
    modules = { '1.1.0': live, '1.0.0': rejecting(new LostResponseError()) }
    throwing.add('1.1.0')
    render(panel(remote, true, 'equipo de codigos'))
    await failed()
    const works = `${rest} siguen? (funcionando|abierta)[.]`
    expect(screen.getByText(new RegExp(`^${advice}.* ${works} Responsable: equipo de codigos[.]$`))).toBeTruthy()
    expect(console.warn).toHaveBeenCalledTimes(events)
  },
)

it('shows no earlier release for a sign-in page, and loads the live one again when it opens next', async () => {
  modules['1.1.0'] = rejecting(new SignInPageError())
  const { rerender } = render(panel(remote))
  await failed()
  modules = {}
  rerender(panel(remote, false))
  rerender(panel(remote))
  await shown('1.1.0')
})

it.each<[string, () => Promise<TabModule>]>([
  ['loads', () => new Promise((resolve) => setTimeout(() => resolve(moduleOf(remote.live)), 10))],
  ['renders for the first time', async () => ({ default: () => use(never) })],
])('counts no release as failed, and loads no other, when it is closed while one %s', async (_when, live) => {
  modules['1.1.0'] = live
  vi.useFakeTimers()
  const { unmount } = render(panel(remote))
  await act(() => vi.advanceTimersByTimeAsync(5))
  unmount()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(page.loader.load).toHaveBeenCalledOnce()
  expect(page.remotes.store.getState().failures).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
})

it('fetches the state of the remote whenever the tab becomes active, open or not', async () => {
  const refetch = vi.spyOn(page.remotes.states, 'refetchUnlessFresh')
  const { rerender } = render(panel(remote))
  await shown('1.1.0')
  expect(refetch).toHaveBeenCalledTimes(1)
  rerender(panel(remote, false))
  expect(refetch).toHaveBeenCalledTimes(1)
  rerender(panel(remote))
  expect(refetch).toHaveBeenCalledTimes(2)
  expect(page.loader.load).toHaveBeenCalledOnce()
})

it('says below a tab that it shows an earlier release', async () => {
  modules['1.1.0'] = fails
  const { rerender } = render(panel(remote))
  await shown('1.0.0')
  expect(screen.getByText('Se muestra la versión 1.0.0 de esta pestaña en lugar de la 1.1.0.')).toBeTruthy()
  modules['1.2.0'] = async () => moduleOf({ ...remote.live, version: '1.2.0' })
  const newer = withReleases(first, '1.2.0', '1.1.0')
  rerender(panel(newer, false))
  rerender(panel(newer))
  await shown('1.2.0')
  expect(screen.queryByText(/^Se muestra la versión/)).toBeNull()
})

it('gives a tab the settings of its remote', async () => {
  vi.spyOn(page.remotes.settings, 'known').mockReturnValue({ rows: 20 })
  render(panel(remote))
  await shown('1.1.0')
  expect(screen.getByText('Tabla de 1.1.0').dataset.settings).toBe('{"rows":20}')
})

it('says that no release accepts the settings, and that the responsible person has to correct them', async () => {
  modules = { '1.1.0': rejecting(new SettingsInvalid('/ must')), '1.0.0': rejecting(new SettingsInvalid('/ must')) }
  render(panel(remote))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Sus ajustes no son válidos: avise al responsable.')
  expect(lastEvent()).toMatchObject({ type: 'settings-invalid' })
})

describe('the last good release', () => {
  it('is shown and reported when the live release does not load', async () => {
    modules['1.1.0'] = fails
    render(panel(remote))
    await shown('1.0.0')
    expect(console.warn).toHaveBeenCalledOnce()
    expect(lastEvent()).toMatchObject({
      type: 'fallback',
      remote: 'mf-codigos',
      from: { version: '1.1.0', build: 'build-1.1.0' },
      to: { version: '1.0.0', build: 'build-1.0.0' },
      reason: '404',
      shell: 'shell-build',
      builds: { 'mf-codigos': 'build-1.0.0' },
      at: expect.any(String),
    })
  })

  it('is shown when the settings do not fit the live release, which the event names', async () => {
    modules['1.1.0'] = rejecting(new SettingsInvalid('/rows must be number'))
    render(panel(remote))
    await shown('1.0.0')
    expect(lastEvent()).toMatchObject({
      type: 'settings-invalid',
      from: { version: '1.1.0' },
      to: { version: '1.0.0' },
    })
    expect(describeRemotes(page.remotes.store.getState())).toEqual([
      expect.stringContaining('La 1.1.0 no admite sus ajustes: SettingsInvalid: /rows must be number.'),
    ])
  })

  it('is shown and not reported when a file of the live release has no response', async () => {
    modules['1.1.0'] = rejecting(new LostResponseError())
    render(panel(remote))
    await shown('1.0.0')
    expect(console.warn).not.toHaveBeenCalled()
  })

  it('is shown when the live release throws at its first render, and that release is not tried again', async () => {
    throwing.add('1.1.0')
    const { rerender } = render(panel(remote))
    await shown('1.0.0')
    rerender(panel(remote, false))
    rerender(panel(remote))
    await shown('1.0.0')
    expect(page.loader.load).toHaveBeenCalledTimes(2)
  })

  it('is shown when the live release throws in an effect of its first render', async () => {
    modules['1.1.0'] = () => Promise.resolve({ default: ThrowsInEffect })
    render(panel(remote))
    await shown('1.0.0')
  })

  it('is shown when the live release does not finish its first render in 15 s', async () => {
    modules['1.1.0'] = async () => ({ default: () => use(never) })
    vi.useFakeTimers()
    render(panel(remote))
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(screen.getByRole('status', { name: 'Cargando codigos…' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await shown('1.0.0')
    expect(screen.queryByRole('status')).toBeNull()
    expect(vi.mocked(console.warn).mock.lastCall?.[1]).toContain('did not mount in 15 s')
  })

  it('stays mounted on later activations, even when the live release may work again', async () => {
    modules['1.1.0'] = fails
    const { rerender } = render(panel(remote))
    await shown('1.0.0')
    modules = {}
    page.remotes.store.dispatch({ type: 'clear-failures', outlet: tabOutlet(remote.name) })
    rerender(panel(remote, false))
    const before = screen.getByText('Tabla de 1.0.0')
    rerender(panel(remote))
    await shown('1.0.0')
    expect(screen.getByText('Tabla de 1.0.0')).toBe(before)
    expect(page.loader.load).toHaveBeenCalledTimes(2)
  })
})

describe('Reintentar', () => {
  it('tries every release again on each press', async () => {
    modules = { '1.1.0': fails, '1.0.0': fails }
    render(panel(remote))
    await failed()
    expect(lastEvent()).toMatchObject({
      type: 'tab-failed',
      reason: expect.stringContaining('No release of mf-codigos is left. 404 404'),
    })
    await retry()
    await failed()
    expect(page.loader.load).toHaveBeenCalledTimes(4)
    modules = {}
    await retry()
    await shown('1.1.0')
  })

  it('mounts the previous release after one that threw, and the live one after that throws', async () => {
    const { rerender } = render(panel(remote))
    await shown('1.1.0')
    throwing.add('1.1.0')
    rerender(panel(remote))
    await failed()
    expect(screen.queryByText(/^Tabla/)).toBeNull()
    expect(lastEvent()).toMatchObject({ type: 'tab-failed', from: { version: '1.1.0' }, reason: 'Error: 1.1.0 throws' })
    await retry()
    await shown('1.0.0')
    throwing = new Set(['1.0.0'])
    rerender(panel(remote))
    await failed()
    await retry()
    await shown('1.1.0')
  })
})
