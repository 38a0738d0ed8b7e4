import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { originOf } from '@canje/cli/dev-stack'
import getPort from 'get-port'

const START_TIMEOUT_MS = 20_000

/** Values of the variables that docs/operations.md describes. */
export type Variables = Record<string, string>

/** A web server and its configuration in this folder. */
export interface WebServer {
  name: string
  debianPackage: string
  /** False for a configuration with the release store only. */
  servesShell?: boolean
  /** A command that succeeds if the server is installed. */
  version: [program: string, argument: string]
  /** Writes its files to the folder; returns the arguments and options that start it in the foreground. */
  prepare(folder: string, variables: Variables): Promise<{ args: string[]; options: SpawnOptions }>
  /** The listen address for a port of this machine. */
  listenAddress(port: number): string
}

/** A running web server: the origins of the shell and the release store. */
export interface RunningServer {
  shell: string
  store: string
  close(): Promise<void>
}

export function isInstalled({ version: [program, argument] }: WebServer): boolean {
  return spawnSync(program, [argument]).error === undefined
}

/**
 * Starts a web server on free ports, and waits until its sites respond.
 *
 * @throws Error with the server's output, when it exits before it responds
 */
export async function start(server: WebServer, folder: string, variables: Variables): Promise<RunningServer> {
  const [shellPort, storePort] = [await getPort(), await getPort()]
  const addresses = { SHELL_ADDRESS: server.listenAddress(shellPort), STORE_ADDRESS: server.listenAddress(storePort) }
  const { args, options } = await server.prepare(folder, { ...variables, ...addresses })
  const child = spawn(server.version[0], args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const exited = once(child, 'exit')
  const [shell, store] = [originOf(shellPort), originOf(storePort)]
  const sites = server.servesShell === false ? [store] : [shell, store]
  await Promise.race([
    Promise.all(sites.map((origin) => untilServed(origin, AbortSignal.timeout(START_TIMEOUT_MS)))),
    exited.then(() => {
      throw new Error(`${server.name} exited before it responded:\n${printed}`)
    }),
  ])
  return {
    shell,
    store,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function untilServed(origin: string, stop: AbortSignal): Promise<void> {
  const isServed = () =>
    fetch(origin, { signal: stop }).then(
      () => true,
      () => false,
    )
  while (!(await isServed())) await setTimeout(50, undefined, { signal: stop })
}
