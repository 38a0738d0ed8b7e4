import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { copyEmptyDatabase } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { ROOT } from '../workspace'

/** A running `npm start` or `npm run dev`. */
export type Product = Awaited<ReturnType<typeof openProduct>>

/** The environment of this process, without the settings of npm's scripts and of Vitest, and without a store for releases. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|RELEASE_|VITEST|TEST$|NODE_ENV$)/i.test(name)),
  )
}

/**
 * Runs `npm start` of this repository with a temporary data folder, which is deleted at its end.
 *
 * @param environment more variables
 */
export async function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'canje-product-'))
  const removeData = () => rm(data, { recursive: true, force: true })
  const env = { ...ownEnvironment(), ...environment, DATA_DIR: data }
  const starting = copyEmptyDatabase(join(data, 'database')).then(() => openProduct(ROOT, ['npm', 'start'], env))
  starting.catch(removeData)
  const product = await starting
  return { ...product, close: () => product.close().then(removeData) }
}

/**
 * Runs a program that serves the product, on free ports.
 *
 * @param folder absolute path of the working directory
 * @param command the program and its arguments, such as `npm start`
 * @param environment without the ports
 * @throws Error with the output, when it ends before it is ready
 */
export async function openProduct(
  folder: string,
  [program, ...args]: [string, ...string[]],
  environment: NodeJS.ProcessEnv,
) {
  const [shell, remotes, security, api] = await Promise.all([1, 2, 3, 4].map(() => getPort()))
  /** Its ports and its data folder, for commands on the same machine. */
  const env: NodeJS.ProcessEnv = {
    ...environment,
    PORT: String(shell),
    REMOTES_PORT: String(remotes),
    SECURITY_PORT: String(security),
    API_PORT: String(api),
  }
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // npm ends before the servers that it has started: they have its output too, which closes with the last of them.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  /** Sends SIGTERM and waits for the end. */
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  /** Origin of the release store. */
  const remotesUrl = `http://localhost:${remotes}`
  return { shellUrl: await readyUrl(child), remotesUrl, environment: env, close }
}

async function readyUrl({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let output = ''
  stderr.on('data', (text) => {
    output += text
  })
  for await (const line of createInterface({ input: stdout })) {
    output += `${line}\n`
    const url = /^Back office ready: (\S+)$/.exec(line)?.[1]
    // What it prints later is read too, because a full pipe would block it.
    if (url) return stdout.resume() && url
  }
  throw new Error(`The product ended before it was ready:\n${output}`)
}
