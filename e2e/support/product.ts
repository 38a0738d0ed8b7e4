import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A running `npm start` or `npm run dev`. */
export interface Product {
  /** Origin of the shell. */
  shellUrl: string
  /** Origin of the release store. */
  remotesUrl: string
  /** An allowed origin of previews, on a free port. */
  previewOrigin: string
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
}

/**
 * Runs a command of npm that serves the product, on free ports.
 *
 * @param folder absolute path of the working directory
 * @param command `start`, or `run` and the name of a script
 * @param environment without the ports
 * @throws Error with the output, when it ends before it is ready
 */
export async function openProduct(folder: string, command: string[], environment: NodeJS.ProcessEnv): Promise<Product> {
  const [shell, remotes, security, api, preview] = await freePorts(5)
  const previewOrigin = `http://localhost:${preview}`
  const child = spawn('npm', command, {
    cwd: folder,
    env: {
      ...environment,
      PORT: String(shell),
      REMOTES_PORT: String(remotes),
      SECURITY_PORT: String(security),
      API_PORT: String(api),
      PREVIEW_ORIGINS: previewOrigin,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { shellUrl: await readyUrl(child), remotesUrl: `http://localhost:${remotes}`, previewOrigin, stop }
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
