import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { defaultAuditDays, deleteExpiredEvents, recordEvent } from './audit/events'
import { type DatabaseChoice, openDatabase, openError } from './database/connect'
import type { Database } from './database/schema'
import { defaultServerLimits } from './database/server'
import { isUnavailable } from './database/unavailable'
import { localHosts } from './http/hosts'
import { createService } from './http/service'
import { addInfoRoutes } from './info/routes'
import { type BackendOptions, checkSeed } from './options'
import { reasonOf } from './reason'
import { createAccountSearch } from './security/accounts'
import { addSecurityRoutes } from './security/routes'
import { createSessions } from './security/sessions'
import { runStaffCommand } from './security/staff'
import { serveStaffCommands } from './security/staff-socket'
import { createThrottle, defaultSignInLimits } from './security/throttle'
import { seedOnce } from './seed/seed'

export type { BackendOptions, DatabaseChoice }

export interface ReferenceBackend {
  /** Origin of the security service, such as `http://localhost:4001`. */
  securityUrl: string
  /** Origin of the info API. */
  apiUrl: string
  /** Features beyond the specification, as listed in `/config.json` (D27, optional features). */
  features: string[]
  /**
   * Stops both services and closes the database. New requests are refused at once, and running ones may finish within
   * `drainMs`. The remaining requests and connections are then aborted.
   */
  close(): Promise<void>
}

const features = ['idempotency', 'history', 'revoke']

/**
 * Starts the specification's server (§3, §4, §7): opens the database, seeds it when it is new, and serves both services
 * on localhost. Process signals are left to the caller.
 * @throws {Error} one actionable line, without passwords; nothing stays open
 */
export async function startReferenceBackend(options: BackendOptions): Promise<ReferenceBackend> {
  checkSeed(options.seed)
  const limits = { ...defaultServerLimits, ...options.serverLimits }
  // Migrations and the seed may take longer, also to wait for those of another backend.
  let database = await openDatabase(options.database, { ...limits, statementMs: 0 })
  const opened: { close: () => Promise<unknown> }[] = []
  const close = async () => {
    await Promise.all(opened.map((service) => service.close()))
    await database.destroy()
  }
  try {
    await seedOnce(database, options.seed, options.admin).catch((error: unknown) => {
      throw isUnavailable(error) ? openError(options.database, error) : error
    })
    if (options.database.kind === 'postgres') {
      await database.destroy()
      database = await openDatabase(options.database, limits)
    }
    const staffFolder = options.database.kind === 'embedded' ? options.database.directory : options.staffFolder
    if (staffFolder) opened.push(await serveStaffCommands(staffFolder, (command) => runStaffCommand(database, command)))
    const { security, info } = await createServices(options, database)
    opened.push(security, info)
    return {
      securityUrl: await listen(security, options.securityPort, 'SECURITY_PORT'),
      apiUrl: await listen(info, options.apiPort, 'API_PORT'),
      features,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function createServices(options: BackendOptions, database: Database) {
  const { allowedOrigins, allowedHosts = localHosts, logLevel = 'info', logStream, trustProxy } = options
  const { auditDays = defaultAuditDays, drainMs = 10_000 } = options
  const common = { database, allowedOrigins, allowedHosts, logLevel, logStream, trustProxy, drainMs }
  const sessions = await createSessions(database)
  const security = await createService({ ...common, name: 'security' })
  addSecurityRoutes(security, {
    findAccount: await createAccountSearch(database),
    sessions,
    throttle: await createThrottle(database, { ...defaultSignInLimits, ...options.signInLimits }),
    record: async (actor, action) => {
      await recordEvent(database, actor, action)
      // Nobody reads the log without a sign-in.
      if (action === 'sign_in' || action === 'renewal') await deleteExpiredEvents(database, auditDays)
    },
  })
  const info = await createService({ ...common, name: 'info' })
  addInfoRoutes(info, { database, sessions })
  return { security, info }
}

async function listen(service: FastifyInstance, port: number, variable: string): Promise<string> {
  try {
    await service.listen({ port, host: 'localhost' })
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const reason = taken ? 'another process uses it' : reasonOf(error)
    throw new Error(
      `Cannot listen on port ${port}: ${reason}. Stop that process, or set ${variable} to another port.`,
      {
        cause: error,
      },
    )
  }
  const { port: bound } = service.server.address() as AddressInfo
  return `http://localhost:${bound}`
}
