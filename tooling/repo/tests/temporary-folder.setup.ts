import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'canje-tests-'

/** Gives the tests of a run one temporary folder: what they leave in it is removed at its end. */
export default function setup(): void {
  // Another project of the run has made it.
  if (tmpdir().includes(PREFIX)) return
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // Servers of other users have their data in it.
  chmodSync(folder, 0o755)
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
