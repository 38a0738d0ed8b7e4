import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'

const VITEST = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')

it('runs tests with NODE_ENV=production, as a pipeline may set it', () => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const cwd = join(import.meta.dirname, '..')
  const { stdout } = spawnSync(process.execPath, [VITEST, 'run', 'src/wait-limit.test.ts'], {
    cwd,
    env,
    encoding: 'utf8',
  })
  expect(stripVTControlCharacters(stdout)).toMatch(/Test Files {2}1 passed/)
}, 120_000)
