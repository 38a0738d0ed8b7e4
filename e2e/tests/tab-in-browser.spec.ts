import { join } from 'node:path'
import { programOf, runNode } from '@canje/cli/project'
import { expect, test } from '@playwright/test'
import { ROOT } from 'repo'

/** In ms. It builds remotes, and opens a page for each test. */
const TIMEOUT = 600_000

const RUNS: (readonly [remote: string, ...files: string[]])[] = [
  // They have data and neighbours of their own.
  ['mf-codes', 'neighbours', 'no-rows', 'options'],
  ...['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports'].map(
    (remote) => [remote, 'tab.browser'] as const,
  ),
]

for (const [remote, ...files] of RUNS)
  test(`the browser tests of ${remote} pass: ${files}`, { tag: '@long' }, async () => {
    test.setTimeout(TIMEOUT)
    const folder = join(ROOT, remote)
    const env = { ...process.env, RELEASE_SHELLS: process.env.SHELL_URL }
    const args = ['test', ...files, '--workers', '1', '--trace', 'off', '--reporter', 'line']
    const { code, output } = await runNode(programOf(folder, '@playwright/test', 'cli.js'), args, { cwd: folder, env })
    expect(code, output).toBe(0)
    // No tab finds names by its only field.
    const skipped = files.includes('tab.browser') ? ['1 skipped'] : []
    expect(output.match(/\d+ skipped/g) ?? []).toEqual(skipped)
  })
