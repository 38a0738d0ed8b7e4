import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UsageError } from '../../project'
import { run } from './database'

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', await mkdtemp(join(tmpdir(), 'canje-')))
})
afterEach(async () => {
  await rm(process.env.DATA_DIR ?? '', { recursive: true, force: true })
  vi.unstubAllEnvs()
})

it.each([[], ['other'], ['restore'], ['back-up', 'x'], ['restore', 'x', 'y']])('refuses %j', async (...args) => {
  await expect(run(args)).rejects.toThrow(UsageError)
})

it('names what is missing', async () => {
  await expect(run(['back-up'])).rejects.toThrow('There is no embedded database')
  await expect(run(['restore', 'x'])).rejects.toThrow('There is no embedded database')
})

it('names the command for a PostgreSQL server', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/canje')
  await expect(run(['list'])).rejects.toThrow('pg_dump')
})
