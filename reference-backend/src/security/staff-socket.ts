import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import Fastify from 'fastify'
import * as v from 'valibot'
import { reasonOf } from '../reason'

/** Systems cut a longer path of a socket silently, in bytes. */
const MAX_PATH_BYTES = 103
/** Windows has no sockets in folders, but named pipes, which other users may not write to. */
const HAS_PIPES = process.platform === 'win32'
/** The codes of the system when no service listens. */
const STOPPED: unknown[] = ['ENOENT', 'ECONNREFUSED']

const Reply = v.union([v.object({ lines: v.array(v.string()) }), v.object({ error: v.string() })])

/**
 * Serves commands on the staff accounts by HTTP through a socket in the directory of an embedded database, for the system's
 * user who runs the service.
 *
 * @param directory the directory of the database, which this process has locked
 * @param runCommand runs an unchecked command, and resolves with the lines to show
 * @returns the open socket; without one, when the path is too long
 */
export async function serveStaffCommands(
  directory: string,
  runCommand: (command: unknown) => Promise<string[]>,
): Promise<{ close: () => Promise<unknown> }> {
  const path = socketPath(directory)
  if (path === undefined) return { close: async () => undefined }
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler((error, _request, reply) => reply.send({ error: `${reasonOf(error)}.` }))
  app.post('/', async ({ body }) => ({ lines: await runCommand(body) }))
  // Of a process that was killed.
  if (!HAS_PIPES)
    await rm(path, { force: true }).catch((error: unknown) => {
      throw new Error(`Cannot replace ${path}: ${reasonOf(error)}. Move it, and start again.`)
    })
  await app.listen({ path })
  if (!HAS_PIPES) await chmod(path, 0o600)
  return app
}

/**
 * Sends a command to the running service of an embedded database.
 *
 * @returns the lines to show; undefined when no service is running
 * @throws {Error} one line, when the service refuses the command or sends no reply
 */
export async function askRunningService(directory: string, command: object): Promise<string[] | undefined> {
  const path = socketPath(directory)
  const reply = path === undefined ? undefined : await post(path, command)
  if (reply === undefined) return undefined
  if ('error' in reply) throw new Error(reply.error)
  return reply.lines
}

async function post(socketPath: string, command: object): Promise<v.InferOutput<typeof Reply> | undefined> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = request({ socketPath, method: 'POST', headers }).end(JSON.stringify(command))
  try {
    const [response] = await once(sent, 'response')
    return v.parse(Reply, await json(response))
  } catch (error) {
    if (error instanceof Error && 'code' in error && STOPPED.includes(error.code)) return undefined
    throw new Error(`The running service sent no reply: ${reasonOf(error)}. The accounts may have changed: list them.`)
  }
}

/** Undefined when the path is too long for a socket. */
function socketPath(directory: string): string | undefined {
  if (HAS_PIPES) return join('\\\\?\\pipe', resolve(directory), 'staff.sock')
  const path = join(directory, 'staff.sock')
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path
}
