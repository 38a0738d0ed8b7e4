import { SettingsInvalid } from '@canje/registry'
import { exampleCandidate } from '@canje/registry/testing'
import { endSession } from '@canje/shared-auth/host'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Preview } from '../remotes'
import { storePreview } from '../remotes/preview-storage'
import { listed, remote, withReleases } from '../testing/test-remotes'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

const url = 'http://localhost:3002/release.json'
const codes = remote('codigos')
const local = { ...codes, live: { ...codes.live, version: '1.1.0', build: 'local' } }
const since = Date.parse('2026-11-20T10:32:00-05:00')

let shell: TestShell

beforeEach(async () => {
  shell = await startTestShell()
  shell.loader.load.mockImplementation(async (_name, { version }) => ({
    default: () => <p>Tabla de {version}</p>,
  }))
  storeSession()
})

function open(preview: Preview) {
  shell.show(preview)
  return shell.open('/main?tab=codigos')
}

/** Presses a button that reloads the page. */
async function pressToReload(name: string) {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  await userEvent.click(screen.getByRole('button', { name }))
  expect(reload).toHaveBeenCalledOnce()
}

it('names the replaced version and the start time, and Quitar reloads the page without it', async () => {
  open({ status: 'on', url, since, remote: local, listed: listed(codes, 2) })
  expect(await screen.findByText('Tabla de 1.1.0')).toBeTruthy()
  expect((await screen.findByText(/^Vista previa de/)).textContent).toContain(
    'Vista previa de mf-codigos 1.1.0 (http://localhost:3002) en lugar de la versión 1.0.0 desde las 10:32.',
  )
  await pressToReload('Quitar')
})

describe('an unconfirmed preview', () => {
  async function openLink() {
    storePreview({ url, since })
    open({ status: 'unconfirmed', url, since })
    const question = await screen.findByRole('dialog', { name: 'Vista previa' })
    await screen.findByText('Tabla de 1.0.0')
    return question
  }

  it('asks for confirmation with its origin, focuses Descartar, and keeps the live tabs usable', async () => {
    const question = await openLink()
    expect(question.textContent).toContain(
      '¿Mostrar la vista previa de http://localhost:3002 en lugar de la pestaña publicada? Ejecuta código de ese origen con su sesión.',
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.getByRole('button', { name: 'Mostrar vista previa' })).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
    expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it.each([
    ['Descartar', () => userEvent.click(screen.getByRole('button', { name: 'Descartar' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('is removed by %s, which keeps the live tab mounted and focuses it', async (_name, discard) => {
    await openLink()
    const before = screen.getByText('Tabla de 1.0.0')
    await discard()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('Tabla de 1.0.0')).toBe(before)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'codigos' }))
    expect(sessionStorage.getItem('canje.preview')).toBeNull()
  })
})

it('shows the reason of a failed preview and the live tabs', async () => {
  open({ status: 'failed', url, since, reason: 'Este sitio no admite vistas previas de http://localhost:3002.' })
  expect(await screen.findByText('Tabla de 1.0.0')).toBeTruthy()
  expect(screen.getByText(/no admite vistas previas de http:\/\/localhost:3002/)).toBeTruthy()
})

describe('a candidate', () => {
  const { release } = exampleCandidate({ ...codes.live, version: '1.4.0', build: 'next' })
  const candidate = { ...exampleCandidate(release), at: '2026-11-20T15:32:00Z', until: '2026-12-04T15:32:00Z' }
  const source = { tab: 'codigos', version: '1.4.0' }
  function openCandidate(isConfirmed: boolean, changes: object = { candidate }) {
    vi.useFakeTimers({ toFake: ['Date'], now: since })
    const state = { status: 'ready' as const, remote: codes, ...changes }
    shell.remotes.store.dispatch({ type: 'state', name: codes.name, state })
    open({ ...source, status: 'waiting', isConfirmed })
  }

  it.each([
    ['La preparó Ana', { candidate }],
    ['Se preparó', { candidate: { ...candidate, by: undefined } }],
  ])('asks with its author, its times and what it replaces: %s', async (who, changes) => {
    openCandidate(false, changes)
    const question = (await screen.findByRole('dialog', { name: 'Probar codigos 1.4.0' })).textContent
    const times = 'el 2026-11-20 10:32, y se puede probar hasta el 2026-12-04 10:32'
    expect(question).toContain(`${who} ${times}. Solo esta ventana la mostrará, en lugar de la 1.0.0. Trabaja con los`)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.getByText('Tabla de 1.0.0')).toBeTruthy()
    await pressToReload('Probar')
    expect(JSON.parse(sessionStorage.getItem('canje.preview') ?? '')).toMatchObject({
      tab: 'codigos',
      candidate: '1.4.0',
    })
  })

  it('runs with a banner, and Volver reloads the page without it', async () => {
    openCandidate(true)
    expect(await screen.findByText('Tabla de 1.4.0')).toBeTruthy()
    expect(
      await screen.findByText(/^Vista previa de codigos 1\.4\.0, en lugar de la versión 1\.0\.0\. Solo/),
    ).toBeTruthy()
    await pressToReload('Volver')
  })

  it('that replaces nothing, and fails, names none', async () => {
    openCandidate(true, { remote: undefined, candidate })
    expect(await screen.findByText(/^Vista previa de codigos 1\.4\.0\. Solo esta ventana/)).toBeTruthy()
    const failure = { remote: codes.name, module: './Tab', release, error: new Error('no') }
    act(() => shell.remotes.store.dispatch({ type: 'failed', failure }))
    expect(screen.getByText('codigos 1.4.0, en prueba, falló.')).toBeTruthy()
  })

  it.each<[string, Error, readonly string[], string]>([
    ['that fails', new Error('Falta'), ['1.4.0'], ', en prueba, falló. En su lugar se muestra la versión 1.0.0.'],
    ['that no release replaces', new Error('Falta'), ['1.4.0', '1.0.0'], ', en prueba, falló.'],
    [
      'that settings do not fit',
      new SettingsInvalid('/a'),
      ['1.4.0'],
      ', en prueba, falló: sus ajustes no son válidos. En su lugar se muestra la versión 1.0.0.',
    ],
  ])('%s says so', async (_what, error, failing, text) => {
    shell.loader.load.mockImplementation(async (_name, { version }) => {
      if (failing.includes(version)) throw new Error(version, { cause: error })
      return { default: () => <p>Tabla de {version}</p> }
    })
    openCandidate(true)
    await screen.findByText(failing.includes('1.0.0') ? /No se pudo mostrar/ : 'Tabla de 1.0.0')
    expect(await screen.findByText(`codigos 1.4.0${text}`)).toBeTruthy()
  })

  it('that ends while it runs gives way to the live release at once, and the banner goes without a reload', async () => {
    openCandidate(true)
    await screen.findByText('Tabla de 1.4.0')
    const state = { status: 'ready' as const, remote: codes, withdrawn: ['1.4.0'] }
    act(() => shell.remotes.store.dispatch({ type: 'state', name: codes.name, state }))
    expect(await screen.findByText('Tabla de 1.0.0')).toBeTruthy()
    expect(screen.getByText(/^codigos 1\.4\.0 se retiró y no se puede probar\. Se muestran las pestañas/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Quitar' }))
    expect(screen.queryByRole('button', { name: 'Quitar' })).toBeNull()
    expect(screen.getByText('Tabla de 1.0.0')).toBeTruthy()
    expect(shell.loader.load.mock.calls.map(([, { version }]) => version)).toEqual(['1.0.0', '1.4.0', '1.0.0'])
  })

  it('that is promoted stays mounted', async () => {
    openCandidate(true)
    const table = await screen.findByText('Tabla de 1.4.0')
    const state = { status: 'ready' as const, remote: withReleases(codes, '1.4.0') }
    act(() => shell.remotes.store.dispatch({ type: 'state', name: codes.name, state }))
    expect(await screen.findByText(/^codigos 1\.4\.0 ya es la versión publicada\./)).toBeTruthy()
    expect(screen.getByText('Tabla de 1.4.0')).toBe(table)
  })

  it('that ends stays while a dialog is open, which would lose its text, or until Quitar reloads the page', async () => {
    openCandidate(true)
    await screen.findByText('Tabla de 1.4.0')
    const tabPanel = document.body.appendChild(document.createElement('div'))
    tabPanel.innerHTML = '<p role="dialog" class="detail-panel">'
    const state = { status: 'ready' as const, remote: codes, candidate: exampleCandidate(local.live) }
    act(() => shell.remotes.store.dispatch({ type: 'state', name: codes.name, state }))
    expect(
      await screen.findByText(/: lo es la 1\.1\.0\. Se mostrará la publicada al cerrar el diálogo\.$/),
    ).toBeTruthy()
    expect(screen.getByText('Tabla de 1.4.0')).toBeTruthy()
    await pressToReload('Quitar')
    tabPanel.hidden = true
    expect(await screen.findByText('Tabla de 1.0.0', {}, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByText(/: lo es la 1\.1\.0\. Se muestran las pestañas publicadas\.$/)).toBeTruthy()
  })

  it.each<[string, object, string]>([
    ['1.0.0', {}, 'codigos 1.0.0 ya es la versión publicada. Se'],
    ['7.0.0', { candidate }, 'codigos 7.0.0 no es una versión que se pueda probar: lo es la 1.4.0. Se'],
    ['Llame al 555 1234', {}, 'La versión del enlace no es una versión que se pueda probar. Se'],
    [
      '1.4.0',
      { candidate: { ...candidate, until: '2026-11-20T15:31:00Z' } },
      'codigos 1.4.0 se podía probar hasta el 2026-11-20 10:31. Se',
    ],
  ])('of a link to %s is refused in words, with no other text of the link', async (version, changes, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: since })
    const state = { status: 'ready' as const, remote: codes, ...changes }
    shell.remotes.store.dispatch({ type: 'state', name: codes.name, state })
    open({ ...source, version, status: 'waiting', isConfirmed: false })
    expect(await screen.findByText((shown) => shown.startsWith(text))).toBeTruthy()
  })
})

it('shows a skeleton while the preview loads', async () => {
  open({ status: 'loading', url, since })
  expect(await screen.findByRole('status', { name: 'Cargando las pestañas…' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('removes an active preview when the session ends', async () => {
  storePreview({ url, since })
  const router = open({ status: 'on', url, since, remote: local, listed: listed(codes, 2) })
  await screen.findByText('Tabla de 1.1.0')
  endSession()
  expect(router.leave).toHaveBeenCalledExactlyOnceWith('/login')
  expect(sessionStorage).toHaveLength(0)
})
