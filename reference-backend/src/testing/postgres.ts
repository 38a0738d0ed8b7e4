import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import getPort from 'get-port'

export const installations = '/usr/lib/postgresql'

export interface PostgresServer {
  /** URL of the database `postgres` for a superuser. */
  url: string
  /** The folder of its socket. */
  socket: string
  stop(): Promise<void>
}

/** Starts a temporary PostgreSQL server, whose data `stop` deletes; undefined when none is installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const binaries = newestBinaries()
  if (!binaries) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'reference-backend-postgres-'))
  const identity = unprivilegedIdentity()
  if (identity) chownSync(directory, identity.uid, identity.gid)
  const data = join(directory, 'data')
  const initdb = ['-D', data, '-U', 'tests', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, 'initdb'), initdb, { ...identity, cwd: directory, stdio: 'ignore' })
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all all trust\nlocal all all trust\n')
  const port = await getPort()
  const settings = [`port=${port}`, 'listen_addresses=localhost', `unix_socket_directories=${directory}`, 'fsync=off']
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await waitUntilReady(server)
  return {
    url: `postgres://tests@localhost:${port}/postgres`,
    socket: directory,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}

function newestBinaries(): string | undefined {
  const versions = existsSync(installations) ? readdirSync(installations) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(installations, version, 'bin'))
    .find((binaries) => existsSync(join(binaries, 'postgres')))
}

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`. */
function unprivilegedIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Resolves when the server accepts connections. Keeps reading its output, since a full pipe would block it. */
async function waitUntilReady(server: ChildProcess): Promise<void> {
  if (!server.stderr)
    throw new Error('The PostgreSQL server was started without a pipe for standard error; set stdio to pipe.')
  const output: string[] = []
  const lines = createInterface({ input: server.stderr })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`The PostgreSQL server did not start: ${output.join('\n')}`)))
  })
}
