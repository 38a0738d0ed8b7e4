import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port'

export const installations = '/usr/lib/postgresql'
/** Whom the server lets in by password only. */
export const passwordUser = 'locked_out'

export interface PostgresServer {
  /** Of its database `postgres`, for a user who may do everything. */
  url: string
  stop(): Promise<void>
}

/** Starts a new PostgreSQL server that forgets everything when stopped; undefined where none is installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const programs = newestPrograms()
  if (!programs) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'reference-backend-postgres-'))
  const identity = unprivilegedIdentity()
  if (identity) chownSync(directory, identity.uid, identity.gid)
  const data = join(directory, 'data')
  const initdb = ['-D', data, '-U', 'tests', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), initdb, { ...identity, cwd: directory, stdio: 'ignore' })
  writeFileSync(join(data, 'pg_hba.conf'), `host all ${passwordUser} all scram-sha-256\nhost all all all trust\n`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=localhost', 'unix_socket_directories=', 'fsync=off']
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await readiness(server)
  return {
    url: `postgres://tests@localhost:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}

function newestPrograms(): string | undefined {
  const versions = existsSync(installations) ? readdirSync(installations) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(installations, version, 'bin'))
    .find((programs) => existsSync(join(programs, 'postgres')))
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
function unprivilegedIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Resolves when the server says that it takes connections; keeps reading what it says, or it would stop. */
async function readiness(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('The PostgreSQL server has no standard error to read.')
  const said: string[] = []
  const lines = createInterface({ input: server.stderr })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`The PostgreSQL server did not start: ${said.join('\n')}`)))
  })
}
