import { type Reply, startTestServer } from '@canje/shared-auth/test-server'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemotes, type Remotes } from '../remotes'
import { remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'

let shell: TestShell
let registry: Awaited<ReturnType<typeof startTestServer>>
let up: boolean
let down: Reply
let remotes: Remotes

beforeAll(setSpanishLocale)
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shell = await startTestShell()
  storeSession()
  up = false
  down = 'disconnect'
  const body = JSON.stringify({ schema: 2, serial: 1, remotes: [remote('usuarios', 1)] })
  registry = await startTestServer(() => (up ? { body } : down))
  const source = { registryUrl: `${registry.url}/registry.json` }
  remotes = createRemotes({ source, previewOrigins: [], loader: shell.loader })
})
afterEach(async () => {
  await shell.close()
  await registry.close()
  vi.restoreAllMocks()
})

const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))

it('replaces the tabs while the registry is down, fetches it on every Reintentar, then shows the tabs', async () => {
  shell.open('/main', remotes)
  expect(await screen.findByText('No se pudieron cargar las pestañas')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
  await retry()
  await vi.waitFor(() => expect(registry.requests).toHaveLength(2))
  await screen.findByRole('button', { name: 'Reintentar' })
  up = true
  await retry()
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  expect(registry.requests).toHaveLength(3)
})

it.each<[string, Reply, RegExp, string]>([
  ['a login page', { body: '<!doctype html>' }, /La red pide iniciar sesión/, 'Recargar'],
  ['a 503', { status: 503, body: '' }, /El servidor no responde/, 'Reintentar'],
  ['no response', 'disconnect', /El servidor no responde/, 'Reintentar'],
])('names %s in place of the registry', async (_what, reply, words, button) => {
  down = reply
  await remotes.registry.refetch()
  shell.open('/main', remotes)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: button })).toBeTruthy()
})
