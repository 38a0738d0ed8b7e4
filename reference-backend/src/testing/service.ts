import type { FastifyInstance } from 'fastify'
import getPort from 'get-port'
import { Kysely, PostgresDialect } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '../database/schema'
import { openServerPool } from '../database/server'
import { localHosts } from '../http/hosts'
import { createService, type ServiceOptions } from '../http/service'
import { pageOrigin } from './backend'

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** Starts a service with a few routes for tests, and those of `more`, on a database that does not respond. */
export async function startTestService(
  more: (app: FastifyInstance) => void = () => undefined,
  options: Partial<Pick<ServiceOptions, 'allowedHosts' | 'trustProxy'>> = {},
) {
  const pool = openServerPool(`postgres://localhost:${await getPort()}/canje`)
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  /** The logged lines. */
  const log: string[] = []
  const logStream = { write: (line: string) => log.push(line) }
  const app = await createService({
    name: 'info',
    database,
    allowedOrigins: [pageOrigin],
    allowedHosts: localHosts,
    logLevel: 'info',
    logStream,
    drainMs: 0,
    ...options,
  })
  app.get('/read', async () => ({ data: 1 }))
  app.post('/echo', async (request) => ({ data: request.body }))
  app.get('/crash', async () => {
    throw Object.assign(new Error('hunter2 is in a column'), { params: ['hunter3'], query: 'select hunter4' })
  })
  more(app)
  await app.listen({ port: 0, host: 'localhost' })
  const close = async () => {
    await app.close()
    await database.destroy()
  }
  return { url: app.listeningOrigin, log, close }
}

/** The status and error of a response. */
export async function errorOf(response: Response): Promise<[status: number, error: unknown]> {
  const { error } = (await response.json()) as { error: unknown }
  return [response.status, error]
}

/** Matches an error with this code and a sentence as its message. */
export const errorWithCode = (code: string) => ({ code, message: expect.stringMatching(/^[A-Z/].*\.$/) })
