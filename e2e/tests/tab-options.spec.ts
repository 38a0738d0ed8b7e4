import { join } from 'node:path'
import { programOf, runNode } from '@canje/cli/project'
import { expect, test } from '@playwright/test'
import { ROOT } from 'repo'

/** In ms. It builds remotes, and opens a page for each of eight tests. */
const TIMEOUT = 600_000

test('the browser tests of a tab have data and neighbours of their own', async () => {
  test.setTimeout(TIMEOUT)
  const folder = join(ROOT, 'mf-codes')
  const env = { ...process.env, RELEASE_SHELLS: process.env.SHELL_URL }
  const args = ['test', '--workers', '1', '--trace', 'off', '--reporter', 'line']
  const { code, output } = await runNode(programOf(folder, '@playwright/test', 'cli.js'), args, { cwd: folder, env })
  expect(code, output).toBe(0)
  expect(output).not.toContain('skipped')
})
