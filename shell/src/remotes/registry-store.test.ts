import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote as registered } from '../testing/test-shell'
import { reread, startRegistry, useRegistry } from './registry-store'

const entry = 'mf-usuarios/1.0.0/remoteEntry.b.js'
const { name, live } = registered('usuarios', 1)
const remote = { name, live: { ...live, entry }, previous: [] }

let server: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; body: string }

beforeEach(async () => {
  answer = { body: JSON.stringify({ schema: 2, serial: 1, remotes: [remote] }) }
  server = await startTestServer(() => answer)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

it('holds the remotes of a valid registry', async () => {
  startRegistry(`${server.url}/registry.json`)
  expect(useRegistry.getState()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect(useRegistry.getState().status).toBe('ready'))
  expect(useRegistry.getState()).toMatchObject({ remotes: [{ live: { entry: `${server.url}/${entry}` } }] })
  expect(console.warn).not.toHaveBeenCalled()
})

it('goes on without the remotes that cannot be used, and warns once of all of them', async () => {
  answer = { body: JSON.stringify({ schema: 2, serial: 1, remotes: [remote, { ...remote, live: {} }, remote] }) }
  startRegistry(`${server.url}/registry.json`)
  await vi.waitFor(() => expect(useRegistry.getState().status).toBe('ready'))
  expect(useRegistry.getState()).toMatchObject({ remotes: [{ name: 'mf-usuarios', live: { version: '1.0.0' } }] })
  expect(console.warn).toHaveBeenCalledOnce()
  expect(console.warn).toHaveBeenCalledWith(expect.stringMatching(/registry\.json .*remotes\.1\..*remotes\.2\./))
  expect(console.error).not.toHaveBeenCalled()
})

it.each([
  ['a 500', { status: 500, body: '{}' }],
  ['HTML', { body: '<html></html>' }],
  ['an invalid registry', { body: '{"schema":9}' }],
])('fails on %s and recovers on retry', async (_name, broken) => {
  const good = answer
  answer = broken
  startRegistry(`${server.url}/registry.json`)
  const failed = await vi.waitFor(() => {
    const state = useRegistry.getState()
    if (state.status !== 'failed') throw new Error(`still ${state.status}`)
    return state
  })
  answer = good
  failed.retry()
  await vi.waitFor(() => expect(useRegistry.getState().status).toBe('ready'))
})

describe('reread', () => {
  const known = { ...remote, previous: [remote.live] }

  beforeEach(async () => {
    startRegistry(`${server.url}/registry.json`)
    await vi.waitFor(() => expect(useRegistry.getState().status).toBe('ready'))
  })

  it('gives the release that has replaced the known one', async () => {
    answer = {
      body: JSON.stringify({
        schema: 2,
        serial: 2,
        remotes: [{ ...remote, live: { ...live, entry, version: '1.0.1' } }],
      }),
    }
    expect(await reread(known)).toMatchObject({ live: { version: '1.0.1' } })
    expect(useRegistry.getState()).toMatchObject({ remotes: [{ live: { version: '1.0.1' } }] })
  })

  it('gives what the registry last said when it does not answer', async () => {
    answer = { status: 500, body: '{}' }
    expect(await reread(known)).toMatchObject({
      live: { version: '1.0.0', entry: `${server.url}/${entry}` },
      previous: [],
    })
    expect(useRegistry.getState()).toMatchObject({ status: 'ready', remotes: [{ live: { version: '1.0.0' } }] })
  })

  it('gives what is known of a remote that is registered no more', async () => {
    answer = { body: JSON.stringify({ schema: 2, serial: 2, remotes: [{ ...remote, name: 'mf-other' }] }) }
    expect(await reread(known)).toBe(known)
  })
})
