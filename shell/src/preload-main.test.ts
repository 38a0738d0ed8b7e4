import { beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config'
import type { OpenDocument } from './new-document'
import { createMainLoader } from './preload-main'
import { createTestRemotes } from './testing/test-remotes'

const { remotes } = createTestRemotes()
const chunk = {
  MainScreen: () => null,
  openDocument: vi.fn<OpenDocument>(),
  startRemotes: vi.fn((_config: Config, _registry: Promise<string>) => remotes),
}
const { startRemotes, ...screen } = chunk
const load = async () => chunk

const config: Config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', previewOrigins: [], features: [] }

beforeEach(() => {
  startRemotes.mockClear()
  vi.stubGlobal('fetch', async (url: string) => new Response(`of ${url}`))
})

it('starts the remotes once, with the registry response', async () => {
  const loadMain = createMainLoader(config, load)
  const [first, second] = await Promise.all([loadMain(), loadMain()])
  expect(first).toEqual({ ...screen, remotes })
  expect(second).toBe(first)
  expect(startRemotes).toHaveBeenCalledExactlyOnceWith(config, expect.any(Promise))
  expect(await startRemotes.mock.calls[0]?.[1]).toBe('of /r')
})

it('loads again after a failure', async () => {
  const loadMain = createMainLoader(config, load)
  startRemotes.mockImplementationOnce(() => {
    throw new Error('mala')
  })
  await expect(loadMain()).rejects.toThrow('mala')
  expect(await loadMain()).toMatchObject({ remotes })
})
