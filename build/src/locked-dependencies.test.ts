import { expect, it } from 'vitest'
import { lockedPackages } from './build-inputs'
import { type LockedPackages, lockedDependencies } from './locked-dependencies'

const locked = (version: string, dependencies = {}) => ({ version, integrity: `sha512-${version}`, dependencies })
const packages: LockedPackages = {
  '': { dependencies: { bundler: '1.0.0' } },
  ui: { version: '1.0.0', dependencies: { grid: '^1.0.0', session: '1.0.0' } },
  session: { version: '1.0.0', dependencies: { http: '^1.0.0' } },
  'node_modules/session': { resolved: 'session', link: true },
  'node_modules/bundler': locked('1.0.0', { grid: '^2.0.0' }),
  'node_modules/grid': { ...locked('1.0.0', { cells: '^1.0.0' }), peerDependencies: { view: '*', absent: '*' } },
  'node_modules/grid/node_modules/cells': locked('1.0.0', { grid: '^1.0.0' }),
  'node_modules/cells': locked('2.0.0'),
  'node_modules/http': {
    ...locked('1.0.0'),
    peerDependencies: { proxy: '*' },
    peerDependenciesMeta: { proxy: { optional: true } },
  },
  'node_modules/view': locked('1.0.0'),
}
const reached = (changes: LockedPackages) => lockedDependencies({ ...packages, ...changes }, 'ui')

it('resolves dependencies as Node does, through workspaces and circular dependencies', () => {
  expect(reached({})).toEqual([
    'cells@1.0.0 sha512-1.0.0 needs grid@1.0.0 sha512-1.0.0',
    'grid@1.0.0 sha512-1.0.0 needs cells@1.0.0 sha512-1.0.0',
    'grid@1.0.0 sha512-1.0.0 needs view@1.0.0 sha512-1.0.0',
    'session@1.0.0 needs http@1.0.0 sha512-1.0.0',
    'ui@1.0.0 needs grid@1.0.0 sha512-1.0.0',
    'ui@1.0.0 needs session@1.0.0',
  ])
})

it.each<[string, LockedPackages]>([
  ['a build tool changes version', { 'node_modules/bundler': locked('1.1.0') }],
  ['another remote adds a dependency', { 'mf-new': locked('1.0.0', { d3: '1' }), 'node_modules/d3': locked('1') }],
  ['another remote installs an optional peer', { 'node_modules/proxy': locked('1.0.0') }],
  [
    'a dependency moves to another folder',
    {
      'node_modules/grid': locked('2.0.0'),
      'node_modules/grid/node_modules/cells': locked('3.0.0'),
      'ui/node_modules/grid': packages['node_modules/grid'] ?? {},
      'ui/node_modules/cells': locked('1.0.0', { grid: '^1.0.0' }),
    },
  ],
])('stays the same when %s', (_change, changes) => {
  expect(reached(changes)).toEqual(reached({}))
})

it.each<[string, LockedPackages]>([
  ['changes version', { 'node_modules/http': locked('1.1.0') }],
  ['changes content', { 'node_modules/http': { version: '1.0.0', integrity: 'sha512-other' } }],
  ['is added', { 'node_modules/http': locked('1.0.0', { view: '*' }) }],
])('changes when a dependency %s', (_what, changes) => {
  expect(reached(changes)).not.toEqual(reached({}))
})

it('lists the dependencies of shared-ui without servers and build tools', () => {
  const text = lockedDependencies(lockedPackages(), 'shared-ui').join('\n')
  expect(text).toMatch(/^shared-ui@\S+ needs primereact@\S+ sha512-/m)
  expect(text).toMatch(/^large-table@\S+ needs papaparse@\S+ sha512-/m)
  expect(text).toMatch(/^primereact@.* needs react-transition-group@/m)
  expect(text).not.toMatch(/@rspack|vitest|fastify/)
})
