import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { dependencyGraph, findPackage, requirePackage } from './installed-packages'

let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'canje-packages-')))
  await add('ui', { dependencies: { grid: '^1.0.0', session: '1.0.0' } })
  await add('session', { dependencies: { http: '^1.0.0' } })
  await mkdir(join(root, 'node_modules'))
  await symlink('../session', join(root, 'node_modules/session'))
  await add('node_modules/bundler', { dependencies: { grid: '^2.0.0' } })
  await add('node_modules/grid', {
    dependencies: { cells: '^1.0.0' },
    optionalDependencies: { native: '*' },
    peerDependencies: { view: '*', absent: '*' },
  })
  await add('node_modules/native')
  await add('node_modules/grid/node_modules/cells', { dependencies: { grid: '^1.0.0' } })
  await add('node_modules/cells', { version: '2.0.0' })
  await add('node_modules/http', {
    peerDependencies: { proxy: '*' },
    peerDependenciesMeta: { proxy: { optional: true } },
  })
  await add('node_modules/view')
})

async function add(path: string, manifest: object = {}) {
  await mkdir(join(root, path), { recursive: true })
  const text = JSON.stringify({ name: path.split('node_modules/').at(-1), version: '1.0.0', ...manifest })
  await writeFile(join(root, path, 'package.json'), text)
}

const linesOf = () => dependencyGraph(join(root, 'ui')).lines

it('resolves dependencies as Node.js does, through links and circular dependencies', () => {
  expect(linesOf()).toEqual([
    'cells@1.0.0 needs grid@1.0.0',
    'grid@1.0.0 needs cells@1.0.0',
    'grid@1.0.0 needs view@1.0.0',
    'session@1.0.0 needs http@1.0.0',
    'ui@1.0.0 needs grid@1.0.0',
    'ui@1.0.0 needs session@1.0.0',
  ])
})

it.each<[string, () => Promise<void>]>([
  ['a build tool changes version', () => add('node_modules/bundler', { version: '1.1.0' })],
  ['an optional peer is installed', () => add('node_modules/proxy')],
  [
    'a dependency moves to another folder',
    async () => {
      await add('ui/node_modules/grid', { dependencies: { cells: '*' }, peerDependencies: { view: '*' } })
      await add('ui/node_modules/cells', { dependencies: { grid: '*' } })
    },
  ],
])('stays the same when %s', async (_change, change) => {
  const before = linesOf()
  await change()
  expect(linesOf()).toEqual(before)
})

it('finds no package that is not installed, and says so', () => {
  expect(findPackage('absent', root)).toBeUndefined()
  expect(() => requirePackage('absent', root)).toThrow(/^absent is not installed for .+: add it to package.json/)
})

it('includes the bundler, which the kit lists as optional for jobs that build nothing', () => {
  const { lines } = dependencyGraph(join(import.meta.dirname, '..'))
  expect(lines).toContainEqual(expect.stringMatching(/^@canje\/build@\S+ needs @rspack\/core@/))
})
