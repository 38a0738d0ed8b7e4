import { type Reply, startTestServer } from '@canje/shared-auth/test-server'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemotes, type Remotes } from '../remotes'
import { signedRegistry, trusting } from '../testing/signed-registry'
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
  const users = remote('usuarios')
  const codes = remote('codigos')
  const body = await signedRegistry(1, users, codes)
  registry = await startTestServer(() => (up ? { body } : down))
  const source = { storeUrl: registry.url, authority: trusting(users, codes) }
  remotes = createRemotes({ source, previewOrigins: [], loader: shell.loader })
})
afterEach(async () => {
  await shell.close()
  await registry.close()
  vi.restoreAllMocks()
})

const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))

const failure = (tab: string) => screen.findByRole('heading', { name: `No se pudo mostrar la pestaña ${tab}` })

it('fails in each tab of a complete menu while the registry is down, and is fetched on every Reintentar', async () => {
  shell.open('/main', remotes)
  expect(await failure('usuarios')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
  expect(await failure('codigos')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
  const requests = () => registry.requests.length
  const before = requests()
  await retry()
  await vi.waitFor(() => expect(requests()).toBeGreaterThan(before))
  await screen.findByRole('button', { name: 'Reintentar' })
  up = true
  await retry()
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  await vi.waitFor(() => expect(screen.getAllByText('Avisar')).toHaveLength(2))
})

it('shows the menu and a placeholder while the registry loads, then the tab', async () => {
  down = 'hang'
  const users = remote('usuarios')
  let respond: (body: string) => void = () => undefined
  const firstResponse = new Promise<string>((resolve) => (respond = resolve))
  const source = { storeUrl: registry.url, authority: trusting(users, remote('codigos')) }
  shell.open('/main', createRemotes({ source, firstResponse, previewOrigins: [], loader: shell.loader }))
  expect(await screen.findAllByRole('tab')).toHaveLength(2)
  expect(screen.getByRole('status', { name: 'Cargando usuarios…' })).toBeTruthy()
  expect(document.title).toBe('usuarios · Canje')
  respond(await signedRegistry(1, users))
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
})

it('says of a listed remote without a release that it is not available, and opens it once it is released', async () => {
  const [users, codes] = [remote('usuarios'), remote('codigos')]
  const firstResponse = signedRegistry(1, users)
  const source = { storeUrl: registry.url, authority: trusting(users, codes) }
  const page = createRemotes({ source, firstResponse, previewOrigins: [], loader: shell.loader })
  shell.open('/main?tab=codigos', page)
  expect(await failure('codigos')).toBeTruthy()
  expect(
    screen.getByText('No está disponible por ahora. Intente más tarde. Las demás pestañas siguen funcionando.'),
  ).toBeTruthy()
  vi.spyOn(page.registry, 'refetch').mockImplementation(async () => {
    page.store.dispatch({ type: 'registry', registry: { status: 'ready', remotes: [users, codes] } })
  })
  await retry()
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
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
