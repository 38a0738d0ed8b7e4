import { exampleCandidate } from '@canje/registry/testing'
import { endSession } from '@canje/shared-auth/host'
import { startTestServer } from '@canje/shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorityOf, remote } from '../testing/test-remotes'
import { enterSession } from '../testing/test-shell'
import { createPreview } from './preview'
import { storeRequestedPreview } from './preview-storage'
import { slotOwner } from './slots'
import { createRemotesStore, type RemotesStore, remoteNamed } from './store'

const users = remote('usuarios')
const codes = remote('codigos')
const { integrity: _, ...built } = codes.live
const manifest = { ...built, name: codes.name, build: 'local', entry: 'remoteEntry.local.js' }

const SESSION = 'this-session'
const EXPIRY = Date.now() + 600_000

let server: Awaited<ReturnType<typeof startTestServer>>
let response: { status?: number; body: string } | 'disconnect'
/** The store of the last opened page. */
let store: RemotesStore
let preview: ReturnType<typeof createPreview>

beforeEach(async () => {
  signIn(SESSION)
  response = { body: JSON.stringify(manifest) }
  server = await startTestServer(() => response)
})
afterEach(() => {
  sessionStorage.clear()
  endSession()
  history.replaceState(null, '', '/')
})

const signIn = (id: string) => enterSession({ id, expiresAt: EXPIRY })

const urlOf = (path = 'release.json') => `${server.url}/${path}`
/** Opens the shell by a preview link; without a URL, as by a reload. */
async function open(url?: string, origins = [server.url]) {
  history.replaceState(null, '', url === undefined ? '/main' : `/main?tab=codigos&preview=${url}`)
  storeRequestedPreview()
  store = createRemotesStore(authorityOf(users, codes))
  for (const remote of [users, codes])
    store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  preview = createPreview(store, { refetch: async () => undefined }, origins)
  await preview.started
  return store.getState().preview
}
/** Opens `/main`, and presses 'Mostrar vista previa' in a signed-in session. */
async function show(url?: string, origins = [server.url]) {
  await open(url, origins)
  expect(reloads(() => preview.confirm())).toBe(true)
  return open(undefined, origins)
}
/** Whether a press reloads the page. */
function reloads(press: () => void): boolean {
  const reload = vi.fn()
  vi.stubGlobal('location', { href: location.href, reload })
  press()
  vi.unstubAllGlobals()
  return reload.mock.calls.length > 0
}
const inUse = () => store.getState().menu.flatMap(({ name }) => remoteNamed(store.getState(), name) ?? [])
const tabs = () => inUse().map(({ name, live }) => `${name}@${live.build}`)

it('replaces the live release by the build, without a fallback', async () => {
  const shown = await show(urlOf())
  expect(shown).toMatchObject({ status: 'on', url: urlOf(), since: expect.any(Number) })
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  expect(inUse()[1]).toMatchObject({
    live: { entry: `${server.url}/remoteEntry.local.js`, integrity: {} },
    previous: [],
  })
})

it('is read from the URL once, and survives a reload', async () => {
  await open(urlOf())
  expect(location.search).toBe('?tab=codigos')
  const before = await show(urlOf())
  expect(await open()).toEqual(before)
})

it('has the settings that the operator gives its remote', async () => {
  await show(urlOf())
  const { authority } = store.getState()
  const remotes = authority.remotes.map((listed) => ({ ...listed, settings: { rows: 20 } }))
  store.dispatch({ type: 'authority', authority: { ...authority, remotes } })
  await preview.refetch()
  expect(store.getState().menu[1]).toMatchObject({ name: codes.name, settings: { rows: 20 } })
})

describe('an unlisted remote', () => {
  const proposedTab = { id: 'premios', label: 'Premios', order: 1.5 }
  const proposing = (changes?: object) => {
    response = { body: JSON.stringify({ ...manifest, name: 'mf-premios', proposedTab, ...changes }) }
  }

  it('has the tab that its build proposes', async () => {
    proposing()
    await show(urlOf())
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-premios@local', 'mf-codigos@b'])
    expect(store.getState().menu[1]?.tab).toEqual(proposedTab)
  })

  it.each([
    ['it proposes none', undefined, 'mf-premios no está en el menú y no propone una pestaña'],
    ['its tab looks like that of a listed one, even of a later one', { ...proposedTab, id: 'Cod1gos' }, 'se confunde'],
  ])('is not shown when %s', async (_why, proposed, reason) => {
    proposing({ proposedTab: proposed })
    expect(await show(urlOf())).toMatchObject({ status: 'failed', reason: expect.stringContaining(reason) })
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
  })

  it('fills the slots that its release can fill and no listed remote has', async () => {
    const extensions = ['detalle:usuario', 'detalle:premio'].map((slot) => ({ slot, preload: [] }))
    proposing({ extensions })
    await open()
    store.dispatch({
      type: 'authority',
      authority: authorityOf({ ...users, live: { ...users.live, extensions: extensions.slice(0, 1) } }, codes),
    })
    await show(urlOf())
    expect(slotOwner(store.getState(), 'detalle:premio')?.name).toBe('mf-premios')
  })
})

it('keeps the tab of a listed remote, whatever its build proposes', async () => {
  response = { body: JSON.stringify({ ...manifest, proposedTab: { id: 'otros', label: 'Otros', order: 9 } }) }
  await show(urlOf())
  expect(store.getState().menu.map(({ tab }) => tab.id)).toEqual(['usuarios', 'codigos'])
})

it('keeps the current build while a new one is missing, then replaces it', async () => {
  await show(urlOf())
  response = { status: 404, body: '' }
  await preview.refetch()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  response = { body: JSON.stringify({ ...manifest, build: 'newer' }) }
  await preview.refetch()
  expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@newer'])
})

it('stays removed while its build is on the way', async () => {
  response = 'disconnect'
  await show(urlOf())
  response = { body: JSON.stringify(manifest) }
  const fetched = preview.refetch()
  preview.remove()
  await fetched
  expect(store.getState().preview).toEqual({ status: 'off' })
})

it('leaves the page once it is removed, because a live release may have the same build', async () => {
  response = { body: JSON.stringify({ ...manifest, build: codes.live.build }) }
  await show(urlOf())
  expect(reloads(() => preview.remove())).toBe(true)
  expect(sessionStorage.getItem('canje.preview')).toBeNull()
  expect(await open()).toEqual({ status: 'off' })
})

describe('keeps the live tabs', () => {
  const failed = (reason: string) => ({ status: 'failed', reason: expect.stringContaining(reason) })

  it.each([
    ['http://evil.example/release.json', 'http://evil.example'],
    ['Llame al 555 1234', 'esa dirección'],
    ['//[', 'esa dirección'],
    ['blob:ORIGIN/release.json', 'esa dirección'],
    ['ORIGIN/release.json', 'ORIGIN', []],
  ])('and sends no request for a URL of no allowed origin: %s, named as %s', async (url, named, origins?: string[]) => {
    const withOrigin = (text: string) => text.replace('ORIGIN', server.url)
    expect(await open(withOrigin(url), origins)).toMatchObject(
      failed(`Este sitio no admite vistas previas de ${withOrigin(named)}.`),
    )
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
    expect(server.requests).toEqual([])
  })

  it.each([
    ['does not respond', 'disconnect' as const, 'No se pudo leer'],
    ['is not a manifest', { body: '{"name":"mf-codigos"}' }, 'no es el release.json de una pestaña'],
    [
      'has an entry of another origin',
      { body: JSON.stringify({ ...manifest, entry: '//evil.example/a.js' }) },
      'no es el release.json',
    ],
  ])('when the build %s', async (_name, bad, reason) => {
    response = bad
    expect(await show(urlOf())).toMatchObject(failed(reason))
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
  })

  it('until the build is available', async () => {
    response = 'disconnect'
    await show(urlOf())
    response = { body: JSON.stringify(manifest) }
    await preview.refetch()
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@local'])
  })
})

describe('asks for confirmation before any request', () => {
  const unconfirmed = () => ({ status: 'unconfirmed', url: urlOf(), since: expect.any(Number) })

  it('also after a refetch and a reload', async () => {
    expect(await open(urlOf())).toEqual(unconfirmed())
    await preview.refetch()
    expect(await open()).toEqual(unconfirmed())
    expect(tabs()).toEqual(['mf-usuarios@b', 'mf-codigos@b'])
    expect(server.requests).toEqual([])
  })

  it('once per session', async () => {
    await show(urlOf())
    expect(server.requests.map(({ path }) => path)).toEqual(['/release.json'])
    expect(reloads(() => preview.confirm())).toBe(false)
    expect(await open()).toMatchObject({ status: 'on' })
    expect(await open(urlOf())).toMatchObject({ status: 'on' })
  })

  it('again for a link to another build', async () => {
    await show(urlOf())
    expect(await open(urlOf('other/release.json'))).toMatchObject({ status: 'unconfirmed' })
    expect(server.requests).toHaveLength(1)
    expect(await open(urlOf())).toMatchObject({ status: 'unconfirmed' })
  })

  it.each([
    ['another session', () => signIn('another')],
    ['a session that is over', () => vi.useFakeTimers({ toFake: ['Date'], now: EXPIRY })],
    ['no session', endSession],
  ])('again for %s after an earlier session has confirmed', async (_whose, change) => {
    await show(urlOf())
    change()
    expect(await open()).toMatchObject({ status: 'unconfirmed' })
    expect(server.requests).toHaveLength(1)
  })

  it('and removes a discarded preview', async () => {
    await open(urlOf())
    expect(reloads(() => preview.remove())).toBe(false)
    expect(store.getState().preview).toEqual({ status: 'off' })
    expect(await open()).toEqual({ status: 'off' })
    expect(server.requests).toEqual([])
  })
})

it('fetches the state of a candidate, and runs it in the session that has agreed only', async () => {
  const candidate = exampleCandidate({ ...codes.live, version: '1.4.0', build: 'next' })
  const openLink = async (path = '/main?tab=codigos&candidate=1.4.0') => {
    history.replaceState(null, '', path)
    storeRequestedPreview()
    store = createRemotesStore(authorityOf(users, codes))
    preview = createPreview(store, {
      refetch: async (name) =>
        store.dispatch({ type: 'state', name, state: { status: 'ready', remote: codes, candidate } }),
    })
    await preview.started
    return store.until(({ preview }) => preview.status !== 'waiting').then(() => store.getState().preview.status)
  }
  expect(await openLink()).toBe('unconfirmed')
  expect(reloads(() => preview.confirm())).toBe(true)
  expect(await openLink('/main')).toBe('on')
  expect(await openLink()).toBe('on')
  signIn('another')
  expect(await openLink('/main')).toBe('unconfirmed')
  expect(reloads(() => preview.remove())).toBe(false)
  expect(sessionStorage.getItem('canje.preview')).toBeNull()
})
