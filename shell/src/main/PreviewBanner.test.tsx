import { endSession } from '@canje/shared-auth/host'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Preview } from '../remotes'
import { storePreview } from '../remotes/preview-storage'
import { listed, remote } from '../testing/test-remotes'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

const url = 'http://localhost:3002/release.json'
const codes = remote('codigos')
const local = { ...codes, live: { ...codes.live, version: '1.1.0', build: 'local' } }
const since = Date.parse('2026-11-20T10:32:00-05:00')

let shell: TestShell

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  shell = await startTestShell()
  shell.loader.load.mockImplementation(async (_name, { version }) => ({
    default: () => <p>Tabla de {version}</p>,
  }))
  storeSession()
})
afterEach(async () => {
  await shell.close()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

function open(preview: Preview) {
  shell.show(preview)
  return shell.open('/main?tab=codigos')
}

it('names the replaced version and the start time, and Quitar reloads the page without it', async () => {
  open({ status: 'on', url, since, remote: local, listed: listed(codes, 2) })
  expect(await screen.findByText('Tabla de 1.1.0')).toBeTruthy()
  expect((await screen.findByText(/^Vista previa de/)).textContent).toContain(
    'Vista previa de mf-codigos 1.1.0 (http://localhost:3002) en lugar de la versión 1.0.0 desde las 10:32.',
  )
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  await userEvent.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(reload).toHaveBeenCalledOnce()
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
    await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
    expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })

  it('reloads the page once it is confirmed', async () => {
    await openLink()
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar vista previa' }))
    expect(reload).toHaveBeenCalledOnce()
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
