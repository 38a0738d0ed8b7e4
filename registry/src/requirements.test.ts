import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { packageOf, unmetRequirements } from './requirements'
import { VERSIONS_OF_RANGES } from './testing'

const provides = { react: '19.3.1', 'shared-auth': '1.4.0' }

it.each([
  ['nothing', {}, []],
  ['available versions', { react: '^19.3.0', 'shared-auth': '>=1.2 <2' }, []],
  ['a later major', { 'shared-auth': '^2.0.0' }, ['shared-auth ^2.0.0 is required, the shell provides 1.4.0']],
  [
    'a later minor, and a package that the shell does not provide',
    { react: '^19.4.0', vue: '^3.0.0' },
    ['react ^19.4.0 is required, the shell provides 19.3.1', 'vue ^3.0.0 is required, the shell provides none'],
  ],
  ['an invalid range', { react: 'the newest' }, ['react the newest is required, the shell provides 19.3.1']],
])('reports the unmet requirements of a release that requires %s', (_name, requires, findings) => {
  expect(unmetRequirements(requires, provides)).toEqual(findings)
})

it.each(Object.entries(VERSIONS_OF_RANGES))('compares versions with the bounds of %s', (range, { inside, outside }) => {
  const isMet = (version: string) =>
    unmetRequirements({ 'shared-auth': range }, { 'shared-auth': version }).length === 0
  expect([...inside, ...outside].filter(isMet)).toEqual(inside)
})

it.each(['>=0', '>=1.2 < 2'])('reports ranges that the federation runtime cannot parse: %s', (range) => {
  expect(unmetRequirements({ 'shared-auth': range }, provides)).toHaveLength(1)
})

it.each([
  ['react', 'react'],
  ['react-dom/', 'react-dom'],
  ['primereact/api', 'primereact'],
  ['@scope/ui', '@scope/ui'],
  ['@scope/ui/table', '@scope/ui'],
])('resolves the package of %s to %s', (request, name) => {
  expect(packageOf(request)).toBe(name)
})

it('uses the same semver implementation as the federation runtime', () => {
  const own = createRequire(import.meta.url)
  const ofRuntime = createRequire(own.resolve('@module-federation/runtime'))
  expect(own.resolve('@module-federation/runtime-core')).toBe(ofRuntime.resolve('@module-federation/runtime-core'))
})
