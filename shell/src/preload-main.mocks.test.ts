import { beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config'
import { createMainLoader } from './preload-main'

const startRemotes = vi.hoisted(() => vi.fn())
vi.mock('./main-chunk', () => ({ startRemotes, MainScreen: 'the screen', openDocument: 'the way out' }))

const config: Config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', previewOrigins: [], features: [] }

beforeEach(() => {
  startRemotes.mockReset().mockReturnValue('the remotes')
  vi.stubGlobal('fetch', async (url: string) => new Response(`of ${url}`))
})

it('starts the remotes once, with the registry response', async () => {
  const loadMain = createMainLoader(config)
  const [first, second] = await Promise.all([loadMain(), loadMain()])
  expect(first).toEqual({ MainScreen: 'the screen', remotes: 'the remotes', openDocument: 'the way out' })
  expect(second).toBe(first)
  expect(startRemotes).toHaveBeenCalledExactlyOnceWith(config, expect.any(Promise))
  expect(await startRemotes.mock.calls[0]?.[1]).toBe('of /r')
})

it('loads again after a failure', async () => {
  const loadMain = createMainLoader(config)
  startRemotes.mockImplementationOnce(() => {
    throw new Error('mala')
  })
  await expect(loadMain()).rejects.toThrow('mala')
  expect(await loadMain()).toMatchObject({ remotes: 'the remotes' })
})
