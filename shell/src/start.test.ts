import { beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config'
import type { OpenDocument } from './new-document'
import { createMainLoader } from './start'
import { createTestRemotes } from './testing/test-remotes'

const { remotes } = createTestRemotes()
const [MainScreen, openDocument] = [() => null, vi.fn<OpenDocument>()]
const createPageRemotes = vi.fn((_config: Config) => remotes)
/** What must have run before code of a tab. */
const protect = { sealContract: vi.fn(), watchDocument: vi.fn() }
const load = async () => ({ MainScreen, openDocument, createPageRemotes, ...protect })

const config: Config = {
  securityUrl: '/s',
  apiUrl: '/a',
  storeUrl: '/r',
  settings: {},
}

beforeEach(() => void vi.clearAllMocks())

it('starts the main screen and its remotes once', async () => {
  const loadMain = createMainLoader(config, load)
  const [first, second] = await Promise.all([loadMain(), loadMain()])
  expect(first).toEqual({ MainScreen, openDocument, remotes })
  expect(second).toBe(first)
  expect(createPageRemotes).toHaveBeenCalledExactlyOnceWith(config)
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
