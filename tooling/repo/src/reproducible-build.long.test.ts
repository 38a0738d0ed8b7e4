import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { expect, it } from 'vitest'
import { copyRepository } from './testing/repository-copy'
import { ROOT } from './workspace'

const PROJECT = 'mf-codes'

/** Builds the project of a repository, if it is out of date. @returns content by file, without source maps */
async function build(root: string): Promise<Map<string, string>> {
  await buildOutOfDate([readPackage(join(root, PROJECT))], new AbortController().signal)
  const dist = join(root, PROJECT, 'dist')
  const files = (await readdir(dist)).filter((name) => !name.endsWith('.map')).sort()
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const)),
  )
}

/** The commit is unknown in a copy. */
function withoutCommit(text = ''): object {
  const { commit, commitUnknown, builtAt, ...manifest } = JSON.parse(text)
  return manifest
}

it('builds the same bytes in a folder with spaces and signs in its path', { timeout: 600_000 }, async () => {
  const copy = await copyRepository('canje 1%20 (ñ)-')
  // Not linked, so that the federation runtime has such a path too.
  await rm(join(copy, 'node_modules/@module-federation'))
  await cp(join(ROOT, 'node_modules/@module-federation'), join(copy, 'node_modules/@module-federation'), {
    recursive: true,
  })
  const [here, there] = [await build(ROOT), await build(copy)]
  expect(withoutCommit(there.get('release.json'))).toEqual(withoutCommit(here.get('release.json')))
  for (const files of [here, there]) files.delete('release.json')
  expect([...there.keys()]).toEqual([...here.keys()])
  expect(here.size).toBeGreaterThan(3)
  for (const [name, content] of here) expect(there.get(name) === content, name).toBe(true)
})
