import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from './workspace'

it('says in one line that it cannot work in a folder with a question mark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'canje?-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const command = [join(ROOT, 'tooling/cli/src/canje.mjs'), 'release', 'status']
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe(`${folder} has a "?" in its path, which modules cannot have: move it.\n`)
  expect(status).toBe(1)
})
