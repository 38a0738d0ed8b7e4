import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { reasonOf } from '../reason'

/** Systems cut a longer path of a socket silently, in bytes. */
const MAX_PATH_BYTES = 103
/** Windows has no sockets in folders, but named pipes, which other users may not write to. */
const HAS_PIPES = process.platform === 'win32'
/** A command is short. A longer message is refused, in characters. */
const MAX_MESSAGE = 10_000

const Reply = v.union([v.object({ lines: v.array(v.string()) }), v.object({ error: v.string() })])

/**
 * Serves commands on the staff accounts through a socket in the directory of an embedded database, for the system's user
 * who runs the service. A message and its reply are JSON; the end of the stream ends each.
 *
 * @param directory the directory of the database, which this process has locked
 * @param runCommand runs an unchecked command, and resolves with the lines to show
 * @returns the open socket; without one, when the path is too long
 */
export async function serveStaffCommands(
  directory: string,
  runCommand: (command: unknown) => Promise<string[]>,
): Promise<{ close: () => Promise<void> }> {
  const path = socketPath(directory)
  if (path === undefined) return { close: async () => undefined }
  const clients = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    // The client has gone: nobody reads the reply.
    client.on('error', () => client.destroy())
    reply(client, runCommand)
  })
  // Of a process that was killed.
  if (!HAS_PIPES)
    await rm(path, { force: true }).catch((error: unknown) => {
      throw new Error(`Cannot replace ${path}: ${reasonOf(error)}. Move it, and start again.`)
    })
  await once(server.listen(path), 'listening')
  if (!HAS_PIPES) await chmod(path, 0o600)
  return {
    close: () =>
      new Promise((onClose) => {
        server.close(() => onClose())
        for (const client of clients) client.destroy()
      }),
  }
}

/**
 * Sends a command to the running service of an embedded database.
 *
 * @returns the lines to show; undefined when no service is running
 * @throws {Error} one line, when the service refuses the command or sends no reply
 */
export async function askRunningService(directory: string, command: object): Promise<string[] | undefined> {
  const path = socketPath(directory)
  const service = path === undefined ? undefined : await connectTo(path)
  if (!service) return undefined
  service.end(JSON.stringify(command))
  const result = v.safeParse(Reply, parseJson(await text(service).catch(() => '')))
  if (!result.success) throw new Error('The running service sent no reply: the accounts may have changed, list them.')
  if ('error' in result.output) throw new Error(result.output.error)
  return result.output.lines
}

async function reply(client: Socket, runCommand: (command: unknown) => Promise<string[]>): Promise<void> {
  try {
    client.end(JSON.stringify({ lines: await runCommand(parseJson(await readMessage(client))) }))
  } catch (error) {
    client.end(JSON.stringify({ error: `${reasonOf(error)}.` }))
  }
}

function readMessage(client: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let message = ''
    client.setEncoding('utf8')
    client.on('data', (chunk) => {
      message += chunk
      if (message.length > MAX_MESSAGE) reject(new Error('The command is too long'))
    })
    client.on('end', () => resolve(message))
  })
}

/** Undefined when the path is too long for a socket. */
function socketPath(directory: string): string | undefined {
  if (HAS_PIPES) return join('\\\\?\\pipe', resolve(directory), 'staff.sock')
  const path = join(directory, 'staff.sock')
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path
}

function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isStopped = error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
      return isStopped ? resolve(undefined) : reject(new Error(`Cannot reach the running service: ${reasonOf(error)}.`))
    })
  })
}

function parseJson(message: string): unknown {
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}
