import type { Reply } from '@canje/shared-auth/test-server'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createRemotes, type Remotes } from '../remotes'
import { signedState, startTestStore, type TestStore, trusting } from '../testing/signed-states'
import { remote } from '../testing/test-remotes'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

const [users, codes] = [remote('usuarios'), remote('codigos')]

let shell: TestShell
let store: TestStore

beforeEach(async () => {
  vi.spyOn(console, 'warn')
  shell = await startTestShell()
  storeSession()
  store = await startTestStore()
})

function createPage(): Remotes {
  const authority = trusting(users, codes)
  return createRemotes({ storeUrl: store.url, authority, createLoader: () => shell.loader })
}
function reply(to: Reply): void {
  for (const { name } of [users, codes]) store.reply(name, to)
}
const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
const failure = (tab: string) => screen.findByRole('heading', { name: `No se pudo mostrar la pestaña ${tab}` })

it('fails in each tab of a complete menu while the store is down, and its state is fetched on every Reintentar', async () => {
  reply('disconnect')
  shell.open('/main', createPage())
  expect(await failure('usuarios')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
  expect(await failure('codigos')).toBeTruthy()
  expect(document.title).toBe('codigos · Canje')
  expect(screen.getAllByText(/^El servidor no responde\..* Su sesión sigue abierta\.$/)).toHaveLength(2)
  expect(screen.queryByText(/siguen funcionando/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
  const before = store.requests.length
  await retry()
  await vi.waitFor(() => expect(store.requests.length).toBeGreaterThan(before))
  await screen.findByRole('button', { name: 'Reintentar' })
  await store.release(1, codes)
  await retry()
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
})

it('says of a remote without a state that it is not available, and opens it once it is released', async () => {
  await store.release(1, users)
  store.reply(codes.name, { status: 404, body: '' })
  shell.open('/main?tab=codigos', createPage())
  expect(await failure('codigos')).toBeTruthy()
  expect(
    screen.getByText('No está disponible por ahora. Intente más tarde. Las demás pestañas siguen funcionando.'),
  ).toBeTruthy()
  expect(console.warn).not.toHaveBeenCalled()
  await store.release(1, codes)
  await retry()
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
})

it('shows a tab whose only release was withdrawn no more once it is opened again', async () => {
  for (const remote of [users, codes]) await store.release(1, remote)
  const page = createPage()
  shell.open('/main', page)
  expect(await screen.findByRole('button', { name: 'Avisar' })).toBeTruthy()
  const withdrawn = { ...users, live: null, previous: [] }
  store.reply(users.name, { body: await signedState(2, withdrawn, { withdrawn: [users.live.version] }) })
  await page.states.refetch(users.name)
  await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  expect(await screen.findByText('No está disponible por ahora', { exact: false })).toBeTruthy()
})
