import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askRegistryEarly, firstRegistry } from './early-registry'

let server: Awaited<ReturnType<typeof startTestServer>>
let address: string

beforeEach(async () => {
  server = await startTestServer(() => ({ body: `{"asked":${server.calls.length}}` }))
  address = `${server.url}/registry.json`
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

it('takes what the page has asked, once', async () => {
  askRegistryEarly(address)
  expect(await firstRegistry(address)).toBe('{"asked":1}')
  expect(await firstRegistry(address)).toBe('{"asked":2}')
})

it('asks itself where the registry has moved', async () => {
  askRegistryEarly(`${server.url}/elsewhere.json`)
  await firstRegistry(address)
  expect(server.calls.map(({ path }) => path)).toEqual(['/elsewhere.json', '/registry.json'])
})

it('leaves what went wrong to who reads it, however late', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('down'))
  askRegistryEarly(address)
  await vi.waitFor(() => expect(fetched.mock.settledResults[0]?.type).toBe('rejected'))
  // A rejection that nobody has taken by now fails the run.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(firstRegistry(address)).rejects.toThrow('down')
})
