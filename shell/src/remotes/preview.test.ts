import { endSession } from 'shared-auth'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestLoader, remote } from '../testing/test-remotes'
import { enterSession } from '../testing/test-shell'
import { createPreview, type PreviewControl } from './preview'
import { candidatesOf, createRemotesStore, type RemotesStore, withPreview } from './store'

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const { integrity: _, ...built } = codes.live
const manifest = { ...built, name: codes.name, build: 'local', entry: 'remoteEntry.local.js' }

const SESSION = 'this-session'
const EXPIRY = Date.now() + 600_000

let server: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; body: string } | 'no answer'
/** Of the page that was opened last. */
let store: RemotesStore
let preview: PreviewControl
let loader: ReturnType<typeof createTestLoader>

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  loader = createTestLoader()
  signIn(SESSION)
  answer = { body: JSON.stringify(manifest) }
  server = await startTestServer(() => answer)
})
afterEach(async () => {
  vi.useRealTimers()
  sessionStorage.clear()
  endSession()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  vi.clearAllMocks()
  await server.close()
})

const signIn = (id: string) => enterSession({ id, expiresAt: EXPIRY })

const addressOf = (path = 'release.json') => `${server.url}/${path}`
/** Opens the shell by a link; without an address as by a reload. */
async function open(address?: string, origins = [server.url]) {
  history.replaceState(null, '', address === undefined ? '/main' : `/main?tab=codigos&preview=${address}`)
  store = createRemotesStore()
  store.dispatch({ type: 'registry', registry: { status: 'ready', serial: 1, remotes: [users, codes] } })
  preview = createPreview({ store, loader, origins })
  await preview.started
  return store.getState().preview
}
/** The same on `/main`, where whoever signed in presses 'Mostrar vista previa'. */
async function show(address?: string, origins = [server.url]) {
  await open(address, origins)
  preview.keepFor(SESSION)
  await preview.confirm()
  return store.getState().preview
}
const tabs = () =>
  withPreview([users, codes], store.getState().preview).map(({ name, live }) => `${name}@${live.build}`)

it('puts the build in the place of the live release, with nothing to fall back to', async () => {
  const shown = await show(addressOf())
  expect(shown).toMatchObject({ status: 'on', address: addressOf(), since: expect.any(Number) })
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  expect(withPreview([users, codes], shown)[1]).toMatchObject({
    live: { entry: `${server.url}/remoteEntry.local.js`, integrity: {} },
    previous: [],
  })
})

it('is read from the address once, and outlasts a reload', async () => {
  const before = await show(addressOf())
  expect(location.search).toBe('?tab=codigos')
  expect(await open()).toEqual(before)
})

it('shows the tab of a remote that is not released yet, and takes the tab of one that has its id', async () => {
  answer = { body: JSON.stringify({ ...manifest, name: 'mf-premios', tab: { ...manifest.tab, id: 'premios' } }) }
  await show(addressOf())
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b', 'mf-premios@local'])
  answer = { body: JSON.stringify({ ...manifest, name: 'mf-premios' }) }
  await preview.refetch()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-premios@local'])
})

it('takes the place of the very same build that is live and was loaded while it was asked for', async () => {
  const { build } = codes.live
  answer = { body: JSON.stringify({ ...manifest, build }) }
  await open(addressOf())
  expect(loader.unload).not.toHaveBeenCalled()
  await preview.confirm()
  expect(store.getState().preview.status).toBe('on')
  expect(loader.unload).toHaveBeenCalledExactlyOnceWith(codes.name, codes.live)
})

it('takes what was built anew; while that is under way, the build that is there stays', async () => {
  await show(addressOf())
  answer = { status: 404, body: '' }
  await preview.refetch()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  answer = { body: JSON.stringify({ ...manifest, build: 'newer' }) }
  await preview.refetch()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@newer'])
})

it('is removed with its build and what is remembered of it, also while it is asked for', async () => {
  await show(addressOf())
  const release = { ...codes.live, build: 'local' }
  store.dispatch({ type: 'failed', remote: codes.name, release, reason: '404' })
  const asked = preview.refetch()
  preview.remove()
  await asked
  expect(store.getState().preview).toEqual({ status: 'off' })
  expect(loader.unload).toHaveBeenCalledExactlyOnceWith(codes.name, expect.objectContaining({ build: 'local' }))
  expect(candidatesOf(store.getState(), { ...codes, live: release })).toHaveLength(1)
  expect(sessionStorage.getItem('canje.preview')).toBeNull()
  expect(await open()).toEqual({ status: 'off' })
})

describe('leaves the live tabs as they are', () => {
  const failed = (reason: string) => ({ status: 'failed', reason: expect.stringContaining(reason) })

  it.each([
    'http://evil.example/release.json',
    '',
    'nada',
    'data:application/json,{}',
    '//[',
    'javascript:alert(1)',
    'blob:ORIGIN/release.json',
  ])('and asks nobody for what comes from nowhere allowed: %s', async (address) => {
    expect(await open(address.replace('ORIGIN', server.url))).toMatchObject(
      failed('Este sitio no admite vistas previas de'),
    )
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
    expect(server.calls).toEqual([])
  })

  it.each(['Llame al 555 1234', 'data:,Llame'])(
    'without repeating what is not the address of a site: %s',
    async (text) => {
      expect(await open(text)).toMatchObject(failed('Este sitio no admite vistas previas de esa dirección.'))
    },
  )

  it('where no origin is allowed', async () => {
    expect(await open(addressOf(), [])).toMatchObject(failed(`Este sitio no admite vistas previas de ${server.url}.`))
    expect(server.calls).toEqual([])
  })

  it.each([
    ['does not answer', 'no answer' as const, 'No se pudo leer'],
    ['is not there', { status: 404, body: '' }, 'No se pudo leer'],
    ['is HTML', { body: '<!doctype html>' }, 'No se pudo leer'],
    ['is no manifest', { body: '{"name":"mf-codigos"}' }, 'no es el release.json de una pestaña'],
    ['leads elsewhere', { body: '{"name":"mf-codigos","entry":"//evil.example/a.js"}' }, 'no es el release.json'],
  ])('where the build %s', async (_name, bad, reason) => {
    answer = bad
    expect(await show(addressOf())).toMatchObject(failed(reason))
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
  })

  it('until the build is there', async () => {
    answer = 'no answer'
    await show(addressOf())
    answer = { body: JSON.stringify(manifest) }
    await preview.refetch()
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  })
})

it('belongs to the first session that enters with it', async () => {
  await show(addressOf())
  preview.keepFor(SESSION)
  await open()
  expect(store.getState().preview.status).toBe('on')
  preview.keepFor('another')
  expect(store.getState().preview).toEqual({ status: 'off' })
})

describe('asks before it fetches anything', () => {
  const unconfirmed = () => ({ status: 'unconfirmed', address: addressOf(), since: expect.any(Number) })

  it('whoever asks for the build meanwhile, and after a reload', async () => {
    expect(await open(addressOf())).toEqual(unconfirmed())
    preview.keepFor(SESSION)
    await preview.refetch()
    expect(await open()).toEqual(unconfirmed())
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
    expect(server.calls).toEqual([])
  })

  it('and once', async () => {
    await show(addressOf())
    expect(server.calls.map(({ path }) => path)).toEqual(['/release.json'])
    await preview.confirm()
    expect(server.calls).toHaveLength(1)
    expect(await open()).toMatchObject({ status: 'on' })
    expect(await open(addressOf())).toMatchObject({ status: 'on' })
  })

  it('again for a link to another build', async () => {
    await show(addressOf())
    expect(await open(addressOf('other/release.json'))).toMatchObject({ status: 'unconfirmed' })
    expect(server.calls).toHaveLength(1)
    expect(await open(addressOf())).toMatchObject({ status: 'unconfirmed' })
  })

  it.each([
    ['another session', () => signIn('another')],
    ['a session that is over', () => vi.useFakeTimers({ toFake: ['Date'], now: EXPIRY })],
    ['no session', endSession],
  ])('of %s that finds what an earlier one has confirmed', async (_whose, change) => {
    await show(addressOf())
    change()
    expect(await open()).toMatchObject({ status: 'unconfirmed' })
    expect(server.calls).toHaveLength(1)
  })

  it('another session that opens the same link', async () => {
    await show(addressOf())
    signIn('another')
    expect(await open(addressOf())).toMatchObject({ status: 'unconfirmed' })
    preview.keepFor('another')
    await preview.confirm()
    expect(store.getState().preview.status).toBe('on')
  })

  it('and forgets what is discarded', async () => {
    await open(addressOf())
    preview.remove()
    expect(await open()).toEqual({ status: 'off' })
    await preview.confirm()
    expect(server.calls).toEqual([])
  })
})
