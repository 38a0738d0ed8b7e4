import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { endSession } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadRelease } from '../remotes/load-release'
import { type Preview, removePreview, usePreview } from '../remotes/preview'
import { remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'

vi.mock('../remotes/load-release')

const address = 'http://localhost:3002/release.json'
const codes = remote('codigos', 2)
const local = { ...codes, live: { ...codes.live, version: '1.1.0', build: 'local' } }
const since = new Date(2026, 10, 20, 10, 32).getTime()

let shell: TestShell

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  shell = await startTestShell()
  vi.mocked(loadRelease).mockImplementation(async (_name, { version }) => ({
    default: () => <p>Tabla de {version}</p>,
  }))
  storeSession()
})
afterEach(async () => {
  removePreview()
  await shell.close()
  vi.resetAllMocks()
})

function open(preview: Preview) {
  usePreview.setState(preview, true)
  return shell.open('/main?tab=codigos')
}

it('says what the preview replaces and since when, and Quitar brings the live tab back at once', async () => {
  open({ status: 'on', address, since, remote: local })
  expect(await screen.findByText('Tabla de 1.1.0')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain(
    'Vista previa de mf-codigos 1.1.0 (http://localhost:3002) en lugar de la versión 1.0.0 desde las 10:32.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(await screen.findByText('Tabla de 1.0.0')).toBeTruthy()
  expect(screen.queryByText(/Vista previa/)).toBeNull()
})

it('says why there is no preview; the live tabs are there', async () => {
  open({ status: 'failed', address, since, reason: 'Este sitio no admite vistas previas de http://localhost:3002.' })
  expect(await screen.findByText('Tabla de 1.0.0')).toBeTruthy()
  expect(screen.getByText(/no admite vistas previas de http:\/\/localhost:3002/)).toBeTruthy()
})

it('shows no tab before it is known which one', async () => {
  open({ status: 'loading', address, since })
  expect(await screen.findByRole('status', { name: 'Cargando las pestañas…' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('ends with the session', async () => {
  const router = open({ status: 'on', address, since, remote: local })
  await screen.findByText('Tabla de 1.1.0')
  endSession()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await vi.waitFor(() => expect(usePreview.getState()).toEqual({ status: 'off' }))
})
