import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it } from 'vitest'
import { portOf } from '../../tests/port-of'
import { runNode } from '../project'

it('start reports a port in use before it builds, in one line, and exits with code 1', async () => {
  const port = await portOf(createServer())
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: join(tmpdir(), 'canje-never-created'), REMOTES_PORT: String(port) }
  const { code, output } = await runNode(join(ROOT, 'tooling/cli/src/canje.mjs'), ['start'], { cwd: ROOT, env })
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(`Port ${port} (REMOTES_PORT) is in use`)])
  expect(code).toBe(1)
})
