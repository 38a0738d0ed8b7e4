import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withMounts } from '@canje/cli/dev-stack/testing'
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

it('says in one line that npm test cannot work in a read-only checkout', { ...withMounts, timeout: 60_000 }, () => {
  const script = 'mount --bind -o ro "$0" "$0" && cd "$0" && exec "$@"'
  const npmTest = [process.execPath, join(ROOT, 'tooling/repo/run.mjs'), 'test', '--only', 'lint']
  const command = ['--map-root-user', '--mount', 'sh', '-c', script, ROOT, ...npmTest]
  const { status, stdout, stderr } = spawnSync('unshare', command, { encoding: 'utf8' })
  expect(stderr).toBe(`npm test writes builds and reports: EROFS: read-only file system, access '${ROOT}'.\n`)
  expect([status, stdout]).toEqual([1, ''])
})
