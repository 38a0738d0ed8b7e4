import { endSession } from 'shared-auth'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterSession, remote } from '../testing/test-shell'
import { candidatesOf, noteFailure } from './failed-releases'
import { dropRelease } from './load-release'
import {
  confirmPreview,
  keepPreviewFor,
  removePreview,
  rereadPreview,
  startPreview,
  usePreview,
  withPreview,
} from './preview'
import { useRegistry } from './registry-store'

vi.mock('./load-release')

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const { integrity: _, ...built } = codes.live
const manifest = { ...built, name: codes.name, build: 'local', entry: 'remoteEntry.local.js' }

const SESSION = 'this-session'
const EXPIRY = Date.now() + 600_000

let server: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; body: string } | 'no answer'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  signIn(SESSION)
  answer = { body: JSON.stringify(manifest) }
  server = await startTestServer(() => answer)
})
afterEach(async () => {
  removePreview()
  vi.useRealTimers()
  sessionStorage.clear()
  useRegistry.setState({ status: 'loading' })
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
  usePreview.setState({ status: 'off' }, true)
  await startPreview(origins)
  return usePreview.getState()
}
/** The same on `/main`, where whoever signed in presses 'Mostrar vista previa'. */
async function show(address?: string, origins = [server.url]) {
  await open(address, origins)
  keepPreviewFor(SESSION)
  await confirmPreview()
  return usePreview.getState()
}
const tabs = () => withPreview([users, codes], usePreview.getState()).map(({ name, live }) => `${name}@${live.build}`)

it('puts the build in the place of the live release, with nothing to fall back to', async () => {
  const preview = await show(addressOf())
  expect(preview).toMatchObject({ status: 'on', address: addressOf(), since: expect.any(Number) })
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  expect(withPreview([users, codes], preview)[1]).toMatchObject({
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
  await rereadPreview()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-premios@local'])
})

it('takes the place of the very same build that is live and was loaded while it was asked for', async () => {
  const { build } = codes.live
  useRegistry.setState({ status: 'ready', serial: 1, remotes: [users, codes] })
  answer = { body: JSON.stringify({ ...manifest, build }) }
  await open(addressOf())
  expect(dropRelease).not.toHaveBeenCalled()
  await confirmPreview()
  expect(usePreview.getState().status).toBe('on')
  expect(dropRelease).toHaveBeenCalledExactlyOnceWith(codes.name, codes.live)
})

it('takes what was built anew; while that is under way, the build that is there stays', async () => {
  await show(addressOf())
  answer = { status: 404, body: '' }
  await rereadPreview()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  answer = { body: JSON.stringify({ ...manifest, build: 'newer' }) }
  await rereadPreview()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@newer'])
})

it('is removed with its build and what is remembered of it, also while it is asked for', async () => {
  await show(addressOf())
  noteFailure(codes.name, { ...codes.live, build: 'local' }, new Error('404'))
  const asked = rereadPreview()
  removePreview()
  await asked
  expect(usePreview.getState()).toEqual({ status: 'off' })
  expect(dropRelease).toHaveBeenCalledExactlyOnceWith(codes.name, expect.objectContaining({ build: 'local' }))
  expect(candidatesOf({ ...codes, live: { ...codes.live, build: 'local' } })).toHaveLength(1)
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
    await rereadPreview()
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  })
})

it('belongs to the first session that enters with it', async () => {
  await show(addressOf())
  keepPreviewFor(SESSION)
  await open()
  expect(usePreview.getState().status).toBe('on')
  keepPreviewFor('another')
  expect(usePreview.getState()).toEqual({ status: 'off' })
})

describe('asks before it fetches anything', () => {
  const unconfirmed = () => ({ status: 'unconfirmed', address: addressOf(), since: expect.any(Number) })

  it('whoever asks for the build meanwhile, and after a reload', async () => {
    expect(await open(addressOf())).toEqual(unconfirmed())
    keepPreviewFor(SESSION)
    await rereadPreview()
    expect(await open()).toEqual(unconfirmed())
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
    expect(server.calls).toEqual([])
  })

  it('and once', async () => {
    await show(addressOf())
    expect(server.calls.map(({ path }) => path)).toEqual(['/release.json'])
    await confirmPreview()
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
    keepPreviewFor('another')
    await confirmPreview()
    expect(usePreview.getState().status).toBe('on')
  })

  it('and forgets what is discarded', async () => {
    await open(addressOf())
    removePreview()
    expect(await open()).toEqual({ status: 'off' })
    await confirmPreview()
    expect(server.calls).toEqual([])
  })
})
