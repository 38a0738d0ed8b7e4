import { join } from 'node:path'
import { programOf, runNode } from '@canje/cli/project'
import { expect, test } from '@playwright/test'
import { ROOT } from 'repo'

/** In ms. It builds remotes, and opens a page for each test. */
const TIMEOUT = 600_000

/** Runs browser tests of a remote, and returns what they print. */
async function runBrowserTests(remote: string, ...files: string[]): Promise<string> {
  const folder = join(ROOT, remote)
  const env = { ...process.env, RELEASE_SHELLS: process.env.SHELL_URL }
  const args = ['test', ...files, '--workers', '1', '--trace', 'off', '--reporter', 'line']
  const { code, output } = await runNode(programOf(folder, '@playwright/test', 'cli.js'), args, { cwd: folder, env })
  expect(code, output).toBe(0)
  return output
}

test('the browser tests of a tab have data and neighbours of their own', async () => {
  test.setTimeout(TIMEOUT)
  expect(await runBrowserTests('mf-codes', 'neighbours', 'no-rows', 'options')).not.toContain('skipped')
})

for (const remote of ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports'])
  test(`${remote} breaks no rule for every tab in a browser`, { tag: '@long' }, async () => {
    test.setTimeout(TIMEOUT)
    await runBrowserTests(remote, 'tab.browser')
  })
