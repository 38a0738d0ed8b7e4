import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { run as runTests } from './test'
import { run as runOnVersions } from './test-node'

afterEach(() => vi.unstubAllEnvs())

/** Has the commands start an npm that fails for arguments with a text. */
async function failNpm(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-npm-'))
  const npm = join(folder, 'npm.cjs')
  await writeFile(npm, `process.exitCode = process.argv.join().includes(${JSON.stringify(text)}) ? 3 : 0`)
  vi.stubEnv('npm_execpath', npm)
}

const { signal } = new AbortController()

it('npm test fails when one step does', async () => {
  await failNpm('lint')
  expect(await runTests(['--only', 'lint'], signal)).toBe(1)
  expect(await runTests(['--only', 'types'], signal)).toBe(0)
})

it('npm run test:node fails when the tests fail on one version', async () => {
  await failNpm('@24.')
  expect(await runOnVersions([], signal)).toBe(1)
  await failNpm('@20.')
  expect(await runOnVersions([], signal)).toBe(0)
})
