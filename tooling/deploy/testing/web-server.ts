import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { originOf } from 'dev-stack'
import { freePort } from 'reference-backend/testing'
import { vi } from 'vitest'

/** The values of the variables that README.md explains. */
export type Variables = Record<string, string>

/** A web server with its configuration of this folder. */
export interface WebServer {
  name: string
  debianPackage: string
  /** How to ask the program whether it is there. */
  version: [program: string, argument: string]
  /** Writes what it needs into a folder of its own, and says how to start it in the foreground. */
  prepare(folder: string, variables: Variables): Promise<{ args: string[]; options: SpawnOptions }>
  /** What it listens on for a port of this machine. */
  addressOf(port: number): string
}

/** A web server that runs: the origins of the shell and the release store. */
export interface Running {
  shell: string
  store: string
  close(): Promise<void>
}

export function isInstalled({ version: [program, argument] }: WebServer): boolean {
  return spawnSync(program, [argument]).error === undefined
}

/** @throws Error with what the server printed, when it ends before it answers */
export async function start(server: WebServer, folder: string, variables: Variables): Promise<Running> {
  const [shellPort, storePort] = [await freePort(), await freePort()]
  const addresses = { SHELL_ADDRESS: server.addressOf(shellPort), STORE_ADDRESS: server.addressOf(storePort) }
  const { args, options } = await server.prepare(folder, { ...variables, ...addresses })
  const child = spawn(server.version[0], args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const exited = once(child, 'exit')
  const [shell, store] = [originOf(shellPort), originOf(storePort)]
  const answers = vi.waitFor(() => Promise.all([fetch(shell), fetch(store)]), { timeout: 20_000 })
  await Promise.race([
    answers,
    exited.then(() => {
      throw new Error(`${server.name} ended:\n${printed}`)
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
