import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { packageOf, unmetRequirements } from './requirements'

const provides = { react: '19.3.1', 'shared-auth': '1.4.0' }

it.each([
  ['nothing', {}, []],
  ['what is there', { react: '^19.3.0', 'shared-auth': '>=1.2 <2' }, []],
  ['a later major', { 'shared-auth': '^2.0.0' }, ['shared-auth ^2.0.0 is required, the shell provides 1.4.0']],
  ['a later minor', { react: '^19.4.0' }, ['react ^19.4.0 is required, the shell provides 19.3.1']],
  ['a package that no shell has', { vue: '^3.0.0' }, ['vue ^3.0.0 is required, the shell provides none']],
  ['no range at all', { react: 'the newest' }, ['react the newest is required, the shell provides 19.3.1']],
])('finds what is unmet when a release requires %s', (_name, requires, findings) => {
  expect(unmetRequirements(requires, provides)).toEqual(findings)
})

it.each([
  ['1.5.0-rc.1', '^1.4.0', true],
  ['1.4.0-rc.1', '^1.4.0', false],
  ['2.0.0-rc.1', '^2.0.0', false],
  ['2.0.0-rc.1', '^1.4.0', false],
  ['2.0.0-rc.1', '>=1.2 <2', false],
  ['2.0.0-rc.1', '<2.0.0', true],
])('tells whether a prerelease lies between the bounds of a range: %s in %s is %s', (version, range, isMet) => {
  expect(unmetRequirements({ 'shared-auth': range }, { 'shared-auth': version })).toHaveLength(isMet ? 0 : 1)
})

it.each(['>=0', '>=0.0.0', '>=1.2 < 2', '>= 1.2 < 2'])(
  'refuses what the federation runtime cannot read: %s',
  (range) => {
    expect(unmetRequirements({ 'shared-auth': range }, provides)).toHaveLength(1)
  },
)

it('names every unmet requirement', () => {
  expect(unmetRequirements({ react: '^18.0.0', vue: '^3.0.0' }, provides)).toHaveLength(2)
})

it.each([
  ['react', 'react'],
  ['react-dom/', 'react-dom'],
  ['primereact/api', 'primereact'],
  ['@scope/ui', '@scope/ui'],
  ['@scope/ui/table', '@scope/ui'],
])('finds that %s is of %s', (request, name) => {
  expect(packageOf(request)).toBe(name)
})

it('judges with the very code that the federation runtime judges with', () => {
  const own = createRequire(import.meta.url)
  const ofRuntime = createRequire(own.resolve('@module-federation/runtime'))
  expect(own.resolve('@module-federation/runtime-core')).toBe(ofRuntime.resolve('@module-federation/runtime-core'))
})
