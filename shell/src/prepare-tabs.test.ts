import { beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config'

const startTabs = vi.fn()
vi.mock('./tabs', () => ({ startTabs }))
vi.mock('./remotes/fetch-registry', () => ({ fetchRegistry: async (address: string) => `of ${address}` }))

const config: Config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', previewOrigins: [], features: [] }

beforeEach(() => {
  vi.resetModules()
  startTabs.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

it('starts the tabs once, when it is known where they come from', async () => {
  const { configureTabs, prepareTabs } = await import('./prepare-tabs')
  await prepareTabs()
  expect(startTabs).not.toHaveBeenCalled()
  configureTabs(config)
  await Promise.all([prepareTabs(), prepareTabs()])
  expect(startTabs).toHaveBeenCalledExactlyOnceWith(config, expect.any(Promise))
  expect(await startTabs.mock.calls[0]?.[1]).toBe('of /r')
})

it('tries again what failed', async () => {
  const { configureTabs, prepareTabs } = await import('./prepare-tabs')
  configureTabs(config)
  startTabs.mockImplementationOnce(() => {
    throw new Error('mala')
  })
  await prepareTabs()
  await prepareTabs()
  expect(startTabs).toHaveBeenCalledTimes(2)
  expect(console.warn).toHaveBeenCalledOnce()
})
