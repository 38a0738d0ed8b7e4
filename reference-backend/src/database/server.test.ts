import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { onPostgres } from '../testing/engines'
import { defaultServerLimits, openServerPool, serverConnections } from './server'
import { isUnavailable } from './unavailable'

const url = inject('postgresUrl')
const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits for a connection until the configured timeout', onPostgres, async () => {
  const pool = openServerPool(url ?? '', defaultServerLimits)
  const taken = await Promise.all(Array.from({ length: serverConnections }, () => pool.connect()))
  const refusal = pool.query('select 1 as one').catch((error: unknown) => error)

  vi.advanceTimersByTime(minuteMs)

  expect(isUnavailable(await refusal)).toBe(true)
  for (const client of taken) client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

describe('a server that accepts a connection and sends nothing', () => {
  it('fails the query after the connection timeout', async () => {
    const server = createServer().listen(0, 'localhost')
    await once(server, 'listening')
    const url = `postgres://localhost:${(server.address() as AddressInfo).port}/canje`
    const pool = openServerPool(url, { ...defaultServerLimits, statementMs: 2 * minuteMs })
    const refused = expect(pool.query('select 1')).rejects.toThrow('timeout expired')
    const [socket] = await once(server, 'connection')

    vi.advanceTimersByTime(minuteMs)

    await refused
    await pool.end()
    socket.destroy()
    server.close()
  })
})

it('limits the time of statements also with options in the URL', onPostgres, async () => {
  const options = encodeURIComponent('-c search_path=public')
  const pool = openServerPool(`${url}?options=${options}`, { ...defaultServerLimits, statementMs: 4_321 })

  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '4321ms' }])
  expect((await pool.query('show search_path')).rows).toEqual([{ search_path: 'public' }])
  await pool.end()
})
