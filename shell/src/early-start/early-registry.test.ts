import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askRegistryEarly, firstRegistry } from './early-registry'

let server: Awaited<ReturnType<typeof startTestServer>>
let address: string

beforeEach(async () => {
  server = await startTestServer(() => ({ body: `{"asked":${server.calls.length}}` }))
  address = `${server.url}/registry.json`
})
afterEach(() => server.close())

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

it('leaves what went wrong to who reads it', async () => {
  askRegistryEarly('http://localhost:1/registry.json')
  await expect(firstRegistry('http://localhost:1/registry.json')).rejects.toThrow()
})
