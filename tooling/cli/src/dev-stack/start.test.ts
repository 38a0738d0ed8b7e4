import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it, onTestFinished } from 'vitest'
import { runNode } from '../project'

it('start reports a port in use before it builds, in one line, and exits with code 1', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: join(tmpdir(), 'canje-never-created'), REMOTES_PORT: String(port) }
  const { code, output } = await runNode(join(ROOT, 'tooling/cli/src/canje.mjs'), ['start'], { cwd: ROOT, env })
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(`Port ${port} (REMOTES_PORT) is in use`)])
  expect(code).toBe(1)
})
