import { afterEach, expect, it, vi } from 'vitest'
import { importWithRetry } from './import-chunk'

const chunkError = (request: string) =>
  Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', request })
const url = 'https://remotes.example/csv.js'

afterEach(() => vi.unstubAllGlobals())

it('imports a lost chunk again, past the cache', async () => {
  const fetched = vi.fn(async () => new Response(''))
  vi.stubGlobal('fetch', fetched)
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(chunkError(url))
  expect(await importWithRetry(load)).toBe('module')
  expect(fetched).toHaveBeenCalledExactlyOnceWith(url, expect.objectContaining({ cache: 'reload' }))
})

it('throws the error of the bundler without a network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const error = chunkError(url)
  const load = vi.fn(() => Promise.reject(error))
  await expect(importWithRetry(load)).rejects.toBe(error)
  expect(load).toHaveBeenCalledTimes(1)
})

it.each([new Error('mala'), chunkError('(missing)')])('fetches nothing after %s', async (error) => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  await expect(importWithRetry(() => Promise.reject(error))).rejects.toBe(error)
  expect(fetched).not.toHaveBeenCalled()
})
