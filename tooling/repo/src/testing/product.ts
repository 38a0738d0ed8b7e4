import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../workspace'

/** A running `npm start` or `npm run dev`. */
export interface Product {
  /** Origin of the shell. */
  shellUrl: string
  /** Origin of the release store. */
  remotesUrl: string
  /** Its ports and its data folder, for commands on the same machine. */
  environment: NodeJS.ProcessEnv
  /** Sends SIGTERM and waits for the end. */
  close(): Promise<void>
}

/** The environment of this process, without the settings of npm's scripts and of Vitest, and without a store for releases. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|RELEASE_|VITEST|TEST$|NODE_ENV$)/i.test(name)),
  )
}

/**
 * Runs `npm start` of this repository with a temporary data folder, which is deleted at its end.
 *
 * @param stop ends it, also before it is ready
 */
export async function startProduct(stop?: AbortSignal): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'canje-product-'))
  const removeData = () => rm(data, { recursive: true, force: true })
  try {
    const product = await openProduct(ROOT, ['start'], { ...ownEnvironment(), DATA_DIR: data }, stop)
    return { ...product, close: () => product.close().then(removeData) }
  } catch (error) {
    await removeData()
    throw error
  }
}

/**
 * Runs a command of npm that serves the product, on free ports.
 *
 * @param folder absolute path of the working directory
 * @param command `start`, or `run` and the name of a script
 * @param environment without the ports
 * @param stop ends it, also before it is ready
 * @throws Error with the output, when it ends before it is ready
 */
export async function openProduct(
  folder: string,
  command: string[],
  environment: NodeJS.ProcessEnv,
  stop?: AbortSignal,
): Promise<Product> {
  const [shell, remotes, security, api] = await freePorts(4)
  const env = {
    ...environment,
    PORT: String(shell),
    REMOTES_PORT: String(remotes),
    SECURITY_PORT: String(security),
    API_PORT: String(api),
  }
  const child = spawn('npm', command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await exited
  }
  stop?.addEventListener('abort', close)
  const remotesUrl = `http://localhost:${remotes}`
  return { shellUrl: await readyUrl(child), remotesUrl, environment: env, close }
}

function readyUrl(product: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [product.stdout, product.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        const url = /^Back office ready: (\S+)$/.exec(line)?.[1]
        if (url) resolve(url)
      })
    }
    product.once('exit', (code) =>
      reject(new Error(`The product exited with code ${code} before it was ready:\n${output}`)),
    )
  })
}

/** Finds free ports. All servers listen at the same time, so that the ports differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, resolve))
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address === 'string')
      throw new Error('The server has no port: it does not listen on TCP.')
    return address.port
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
