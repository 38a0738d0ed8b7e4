import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { countTests } from '@canje/cli/project/test-runner'
import { ReleaseManifest } from '@canje/registry'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createRemote } from './new-remote'
import { copyRepository } from './testing/repository-copy'

// Of every npm test: the remotes of this repository have the scripts and the build of the template
// (remote-template.test.ts), and the test of the kit builds, tests and opens each kind.
it('creates a remote that builds, and passes its tests', { timeout: 600_000 }, async () => {
  const { signal } = new AbortController()
  const root = await copyRepository()
  createRemote('mf-table', 'table', root, 'table')
  const table = readPackage(join(root, 'mf-table'))
  await buildOutOfDate([table], signal)
  const built = await readFile(join(table.directory, 'dist/release.json'), 'utf8')
  expect(v.parse(ReleaseManifest, JSON.parse(built))).toMatchObject({
    name: 'mf-table',
    proposedTab: { label: 'table' },
  })
  const { counts, output } = await countTests(table, signal)
  expect(counts, output).toMatchObject({ failed: 0 })
  expect(counts.passed).toBeGreaterThan(10)
})
