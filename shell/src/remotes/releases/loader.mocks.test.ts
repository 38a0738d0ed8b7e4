import { type Release, readSettings } from '@canje/registry'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { UNHASHED } from '../store'
import { createIntegrityCheck } from './integrity'
import { createLoader, type Loader } from './loader'
import { OtherShellError } from './other-shell'
import { thrownIn } from './thrown-by-tab'

vi.mock('@module-federation/runtime')

const { name, live } = remote('codigos')
const tab = { remote: name, module: './Tab' }
const module = { default: () => null }

let loader: Loader
let settings: Promise<object>
const load: Loader['load'] = (...args) => loader.load(...args)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(''))
  provide({ 'shared-auth': '1.4.0', 'react-dom/client': '19.3.1' })
  // Without hashes, which most of these tests are not about.
  vi.stubEnv('NODE_ENV', 'development')
  loader = createLoader({ of: () => settings })
  settings = Promise.resolve({})
})
afterEach(() => {
  document.head.replaceChildren()
  vi.resetAllMocks()
})

/** Mocks the shared packages of the federation runtime. */
function provide(versions: Record<string, string>) {
  const shared = Object.fromEntries(Object.entries(versions).map(([request, version]) => [request, [{ version }]]))
  vi.mocked(getInstance).mockReturnValue({ options: { shared } } as unknown as ReturnType<typeof getInstance>)
}

it('loads each module of a build once', async () => {
  vi.mocked(loadRemote).mockResolvedValue(module)
  await Promise.all([load(tab, live), load(tab, live)])
  expect(await load(tab, live)).toBe(module)
  expect(registerRemotes).toHaveBeenCalledExactlyOnceWith(
    [{ name: 'mf-codigos@b', entry: live.entry, entryGlobalName: 'mf-codigos@b', type: 'window' }],
    { force: false },
  )
  expect(loadRemote).toHaveBeenCalledExactlyOnceWith('mf-codigos@b/Tab')
  expect(await load({ ...tab, module: './detalle:codigo' }, live)).toBe(module)
  expect(loadRemote).toHaveBeenLastCalledWith('mf-codigos@b/detalle:codigo')
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['./Tab', 'a tab'],
  ['./detalle:codigo', 'a component for its slot'],
])('rejects a module %s that is not %s', async (exposed, what) => {
  vi.mocked(loadRemote).mockResolvedValue({ default: 'a text' })
  await expect(load({ remote: name, module: exposed }, live)).rejects.toThrow(
    `mf-codigos 1.0.0 (${live.entry}) cannot be used. Error: It does not expose ${what}: ${exposed} must have a React`,
  )
})

it.each([new TypeError('Laura'), 'Laura'])('marks %o, which code of the tab threw', async (error) => {
  vi.mocked(loadRemote).mockRejectedValue(error)
  const failure = await load(tab, live).then(
    () => new Error('It loaded.'),
    (failure: Error) => failure,
  )
  expect(failure.message).toBe(`mf-codigos 1.0.0 (${live.entry}) cannot be used. ${error}`)
  expect(thrownIn(failure)?.thrown).toBe(error)
})

const LOGIN = '<!doctype html><title>Sign in</title>'

it.each<[string, string, string, Error]>([
  [
    'an entry',
    'remoteEntry.js',
    LOGIN,
    new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'),
  ],
  ['a chunk', 'Tab.js', LOGIN, Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })],
  ['a style sheet', 'Tab.css', LOGIN, new Error('Loading CSS chunk 7 failed.')],
])('states that the network asks for a sign-in when %s is a login page', async (_what, file, body, error) => {
  vi.mocked(loadRemote).mockRejectedValue(error)
  vi.stubGlobal('fetch', async (url: string) => new Response(url.endsWith(file) ? body : ''))
  const loading = load(tab, { ...live, preload: ['Tab.js', 'Tab.css'] })
  expect(faultOf(await loading.catch((failure: unknown) => failure))).toEqual({ kind: 'sign-in-page' })
})

it.each<[string, () => Promise<Response>, Fault['kind']]>([
  ['a 503', async () => new Response('', { status: 503 }), 'failed'],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'no-response'],
  ['a 404', async () => new Response('', { status: 404 }), 'refused'],
  ['another content', async () => new Response('other'), 'other'],
])('states the fault of a file that did not load for %s', async (_what, respond, kind) => {
  vi.mocked(loadRemote).mockRejectedValue(new Error('[ Federation Runtime ]: Failed to load script resources.'))
  vi.stubGlobal('fetch', respond)
  expect(faultOf(await load(tab, live).catch((failure: unknown) => failure))).toMatchObject({ kind })
})

it('does not mark that a file did not load', async () => {
  const error = new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008')
  vi.mocked(loadRemote).mockRejectedValue(error)
  await expect(load(tab, live)).rejects.toMatchObject({ cause: error })
})

it('does not fetch a release that is incompatible with the shell', async () => {
  const requires = { 'shared-auth': '^2.0.0', 'react-dom': '^19.0.0', zustand: '*' }
  await expect(load(tab, { ...live, requires })).rejects.toThrow(
    'shared-auth ^2.0.0 is required, the shell provides 1.4.0; zustand * is required, the shell provides none.',
  )
  await expect(load(tab, { ...live, requires })).rejects.toMatchObject({ cause: expect.any(OtherShellError) })
  expect(registerRemotes).not.toHaveBeenCalled()
})

it('does not fetch a release without a hash', async () => {
  vi.unstubAllEnvs()
  await expect(load(tab, { ...live, integrity: {} })).rejects.toThrow('has no hash of')
  expect(registerRemotes).not.toHaveBeenCalled()
})

it('evaluates a module that threw again, unless another module of its build is in use', async () => {
  const slot = { remote: name, module: './detalle:codigo' }
  const forced = () => vi.mocked(registerRemotes).mock.lastCall?.[1]?.force
  for (const isForced of [true, false]) {
    vi.mocked(loadRemote).mockRejectedValueOnce(new Error('mala')).mockResolvedValue(module)
    await expect(load(isForced ? tab : slot, live)).rejects.toThrow('mala')
    await load(isForced ? tab : slot, live)
    expect(forced()).toBe(isForced)
  }
})

it('does not fetch a module of a slot without the hashes of its own files', async () => {
  vi.unstubAllEnvs()
  const slot = { remote: name, module: './detalle:codigo' }
  const extensions = [{ slot: 'detalle:codigo', preload: ['slot.js'] }]
  await expect(load(slot, { ...live, extensions })).rejects.toThrow(
    'has no hash of http://remotes.example/mf-codigos/1.0.0/slot.js',
  )
})

it('replaces the cached files of a build that failed to load before it loads them again', async () => {
  const fetched = vi.fn(async () => new Response(''))
  vi.stubGlobal('fetch', fetched)
  vi.mocked(loadRemote).mockRejectedValueOnce(new Error('hash')).mockResolvedValue(module)
  const release = { ...live, preload: ['Tab.js'] }
  await expect(load(tab, release)).rejects.toThrow('hash')
  expect(fetched).toHaveBeenCalledOnce()
  expect(await load(tab, release)).toBe(module)
  for (const url of [live.entry, new URL('Tab.js', live.entry).href]) {
    expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ cache: 'reload' }))
  }
})

it('fails the files that are still loading after 15 s, so that the bundler requests them again', async () => {
  vi.mocked(loadRemote).mockReturnValue(new Promise(() => undefined))
  const onError = vi.fn()
  for (const src of [live.entry, 'http://remotes.example/mf-usuarios/1.0.0/Tab.js'])
    document.head.append(Object.assign(document.createElement('script'), { src, onerror: () => onError(src) }))
  const loading = load(tab, live).catch(faultOf)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(onError).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await loading).toEqual({ kind: 'no-response' })
  expect(onError).toHaveBeenCalledExactlyOnceWith(live.entry)
})

it('fails a tab after 15 s in total, including the replacement of its cached files', async () => {
  vi.mocked(loadRemote)
    .mockRejectedValueOnce(new Error('hash'))
    .mockReturnValue(new Promise(() => undefined))
  await expect(load(tab, live)).rejects.toThrow('hash')
  const slowly = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('')), 9_000))
  vi.stubGlobal('fetch', () => slowly)
  const onFailure = vi.fn()
  load(tab, live).catch(onFailure)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(onFailure).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('15 s') }))
})

it('blames the release for a module that does not load in 15 s although no file is missing', async () => {
  vi.mocked(loadRemote).mockReturnValue(new Promise(() => undefined))
  const loading = load(tab, live).catch(faultOf)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await loading).toEqual({ kind: 'other' })
})

it('does not fetch the files again that were late: neither after the limit, nor when the tab is opened again', async () => {
  const fetched = vi.fn(async () => new Response(''))
  vi.stubGlobal('fetch', fetched)
  document.head.append(Object.assign(document.createElement('script'), { src: live.entry }))
  let failFiles = (_error: Error) => {}
  vi.mocked(loadRemote)
    .mockReturnValueOnce(
      new Promise((_resolve, reject) => {
        failFiles = reject
      }),
    )
    .mockResolvedValue(module)
  const late = load(tab, live).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(15_000)
  failFiles(new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'))
  expect(await late).toMatch('It did not load in 15 s.')
  expect(await load(tab, live)).toBe(module)
  expect(fetched).not.toHaveBeenCalled()
})

it('evaluates a module that threw again, also after its files did not load in between', async () => {
  vi.mocked(loadRemote)
    .mockRejectedValueOnce(new Error('mala'))
    .mockRejectedValueOnce(new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'))
    .mockResolvedValue(module)
  for (const _attempt of [1, 2]) await expect(load(tab, live)).rejects.toThrow()
  expect(await load(tab, live)).toBe(module)
  expect(vi.mocked(registerRemotes).mock.lastCall?.[1]).toEqual({ force: true })
})

const withSettings: Release = { ...live, settings: 'settings.schema.json' }

/** Provides the modules of the release. */
function expose(check: unknown) {
  vi.mocked(loadRemote).mockImplementation(async (id) => (id.endsWith('/settings') ? { default: check } : module))
}

it('checks the settings before it runs the tab', async () => {
  settings = Promise.resolve({ rows: 20 })
  const check = vi.fn(() => true)
  expose(check)
  expect(await load(tab, withSettings)).toBe(module)
  expect(check).toHaveBeenCalledExactlyOnceWith({ rows: 20 })
  expect(vi.mocked(loadRemote).mock.calls).toEqual([['mf-codigos@b/settings'], ['mf-codigos@b/Tab']])
})

it.each<[string, object, string]>([
  ['one setting', { errors: [{ instancePath: '/rows', message: 'must be number' }] }, 'SettingsInvalid: /rows must be'],
  ['the settings', { errors: [{ instancePath: '', message: "must have required property 'rows'" }] }, ': / must have'],
  ['nothing', {}, 'SettingsInvalid: / does not fit'],
])('runs no tab whose settings do not fit, and names %s', async (_name, properties, reason) => {
  expose(Object.assign(() => false, properties))
  await expect(load(tab, withSettings)).rejects.toThrow(reason)
  expect(loadRemote).toHaveBeenCalledExactlyOnceWith('mf-codigos@b/settings')
})

it('runs no tab whose settings are malformed, or whose module checks none', async () => {
  expose('a text')
  await expect(load(tab, withSettings)).rejects.toThrow('./settings must have a function as its default export.')
  settings = readSettings({ name, settings: 7 }, async () => '')
  await expect(load(tab, live)).rejects.toThrow('remotes.mf-codigos.settings: must be an object')
})

describe('the hashes of a release', () => {
  const entry = { 'remoteEntry.js': 'sha384-a' }

  /** The script that the federation runtime loads an entry with. */
  function entryScriptOf(url: string) {
    const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
    return plugin?.createScript?.({ url }) as HTMLScriptElement
  }
  beforeEach(() => {
    vi.unstubAllEnvs()
  })

  it('are those of the state', () => {
    createIntegrityCheck()({ ...live, preload: ['Tab.js'], integrity: { ...entry, 'Tab.js': 'sha384-b' } }, './Tab')
    const script = entryScriptOf(live.entry)
    expect([script.src, script.integrity, script.crossOrigin]).toEqual([live.entry, 'sha384-a', 'anonymous'])
  })

  it.each([
    ['its entry', { preload: ['Tab.js'], integrity: { 'Tab.js': 'sha384-b' } }, live.entry],
    ['a chunk of its tab', { preload: ['Tab.js'], integrity: entry }, new URL('Tab.js', live.entry).href],
  ])('include that of %s', (_name, changes, file) => {
    const expectHash = createIntegrityCheck()
    expect(() => expectHash({ ...live, ...changes }, './Tab')).toThrow(
      `The state has no hash of ${file}: publish it again.`,
    )
  })

  it.each([
    ['is previewed', 'production', UNHASHED],
    ['is of the dev server', 'development', {}],
  ])('are none of a build that %s', (_name, mode, integrity) => {
    vi.stubEnv('NODE_ENV', mode)
    createIntegrityCheck()({ ...live, integrity }, './Tab')
    expect(entryScriptOf(live.entry).integrity).toBe('')
  })
})
