import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Playwright's global setup: runs `npm start` on free ports with a temporary data folder.
 *
 * @returns the teardown, which stops the product and deletes its data
 */
export default async function startProduct() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'canje-e2e-'))
  const [shell, remotes, security, api, preview] = await freePorts(5)
  process.env.PREVIEW_ORIGIN = `http://localhost:${preview}`
  const product = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(shell),
      REMOTES_PORT: String(remotes),
      SECURITY_PORT: String(security),
      API_PORT: String(api),
      DATA_DIR: dataDirectory,
      PREVIEW_ORIGINS: process.env.PREVIEW_ORIGIN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => product.once('exit', () => resolve()))
  process.env.SHELL_URL = await readyUrl(product)
  process.env.RELEASES_DIRECTORY = join(dataDirectory, 'releases')
  process.env.REMOTES_URL = `http://localhost:${remotes}`

  return async () => {
    product.kill('SIGTERM')
    await exited
    rmSync(dataDirectory, { recursive: true, force: true })
  }
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
      reject(new Error(`npm start exited with code ${code} before it was ready:\n${output}`)),
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
