import { exampleListing } from '@canje/registry/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config'
import type { OpenDocument } from './new-document'
import type { FirstState } from './remotes'
import { createMainLoader } from './start'
import { createTestRemotes } from './testing/test-remotes'

const { remotes } = createTestRemotes()
const [MainScreen, openDocument] = [() => null, vi.fn<OpenDocument>()]
const createPageRemotes = vi.fn((_config: Config, _firstState?: FirstState) => remotes)
/** What must have run before code of a tab. */
const protect = { sealContract: vi.fn(), watchDocument: vi.fn() }
const load = async () => ({ MainScreen, openDocument, createPageRemotes, ...protect })

const listing = (id: string, order: number) => exampleListing({ tab: { id, label: id, order } })
const config: Config = {
  securityUrl: '/s',
  apiUrl: '/a',
  storeUrl: '/r',
  previewOrigins: [],
  features: [],
  settings: { remotes: { 'mf-codes': listing('codigos', 2), 'mf-users': listing('usuarios', 1) } },
}
const fetching = vi.fn(async (url: string) => new Response(`of ${url}`))

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => history.replaceState(null, '', '/'))

it.each([
  ['/main', 'mf-users'],
  ['/main?tab=CODIGOS.', 'mf-codes'],
  ['/main?tab=nada', 'mf-users'],
])('starts the remotes of %s once, with the state of the tab that opens', async (url, name) => {
  history.replaceState(null, '', url)
  const loadMain = createMainLoader(config, load)
  const [first, second] = await Promise.all([loadMain(), loadMain()])
  expect(first).toEqual({ MainScreen, openDocument, remotes })
  expect(second).toBe(first)
  expect(createPageRemotes).toHaveBeenCalledExactlyOnceWith(config, { name, response: expect.any(Promise) })
  expect(await createPageRemotes.mock.calls[0]?.[1]?.response).toBe(`of /r/${name}/live.json`)
  expect(fetching).toHaveBeenCalledOnce()
})

it.each([undefined, null, [], { remotes: null }, { remotes: {} }])(
  'requests no state for a configuration without remotes: %j',
  async (settings) => {
    await createMainLoader({ ...config, settings }, load)()
    expect(createPageRemotes.mock.calls[0]?.[1]).toBeUndefined()
    expect(fetching).not.toHaveBeenCalled()
  },
)

it('starts with malformed listings, which the main chunk leaves out', async () => {
  const remotes = { 'mf-a': null, 'mf-b': { tab: null }, 'mf-c': 7, 'mf-codes': listing('codigos', 2) }
  history.replaceState(null, '', '/main?tab=codigos')
  await createMainLoader({ ...config, settings: { remotes } }, load)()
  expect(createPageRemotes.mock.calls[0]?.[1]?.name).toBe('mf-codes')
})

it('loads again after a failure', async () => {
  const loadMain = createMainLoader(config, load)
  createPageRemotes.mockImplementationOnce(() => {
    throw new Error('mala')
  })
  await expect(loadMain()).rejects.toThrow('mala')
  expect(await loadMain()).toMatchObject({ remotes })
})

it('protects what tabs share before it prefetches code of a tab', async () => {
  const order: string[] = []
  for (const [name, step] of Object.entries(protect)) step.mockImplementationOnce(() => order.push(name))
  vi.spyOn(remotes, 'prefetchEntry').mockImplementationOnce(async () => void order.push('code of a tab'))
  await createMainLoader(config, load)()
  expect(order).toEqual([...Object.keys(protect), 'code of a tab'])
})
