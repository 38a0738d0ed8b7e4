// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { apiChanges, versionFinding } from './changes'

const released = [
  '// with the types of axios 1',
  "import type { ComponentType } from 'react'",
  'export interface TabProps {\n  notify: Notify\n}',
  'export declare function endSession(): void',
].join('\n\n')
const none = { removed: [], changed: [], added: [] }

it('finds no change between equal reports, and ignores imports', () => {
  expect(apiChanges(released, released)).toEqual(none)
  const imports = released.replace('ComponentType', 'ComponentType, ReactNode')
  expect(apiChanges(released, imports)).toEqual(none)
})

it.each([
  ['a removed export', '\n\nexport declare function endSession(): void', '', { removed: ['endSession'] }],
  ['a changed parameter', 'endSession()', 'endSession(reason: string)', { changed: ['endSession'] }],
  [
    'a declaration that is no longer exported',
    'export declare function',
    'declare function',
    { changed: ['endSession'] },
  ],
  ['a member with a changed type', 'Notify\n}', 'Notify | null\n}', { changed: ['TabProps'] }],
  ['a removed member', '  notify: Notify\n', '', { changed: ['TabProps'] }],
  ['a new member', 'Notify\n}', 'Notify\n  locale: string\n}', { changed: ['TabProps'] }],
  ['a member that became optional', 'notify:', 'notify?:', { changed: ['TabProps'] }],
  ['a new export', 'export interface', 'export type Id = 1\n\nexport interface', { added: ['Id'] }],
  ['a new optional member', 'Notify\n}', 'Notify\n  a?: 1\n}', { added: ['optional members of TabProps'] }],
])('finds %s', (_case, before, after, expected) => {
  const current = released.replace(before, after)
  expect(current).not.toBe(released)
  expect(apiChanges(released, current)).toEqual({ ...none, ...expected })
})

it.each([
  ['removed', 'export declare function open(key: Key): void\n\n', ''],
  ['changed', 'key: Key', 'key: string'],
  ['added', 'export declare function endSession(): void', '$&\n\nexport declare function open(): string'],
])('treats overloads as one function: a %s overload changes it', (_case, before, after) => {
  const overloads = ['', 'export declare function open(key: Key): void', 'export declare function open(): void']
  const both = released + overloads.join('\n\n')
  const current = both.replace(before, after)
  expect(current).not.toBe(both)
  expect(apiChanges(both, current)).toEqual({ ...none, changed: ['open'] })
})

it('counts each name of a declaration as a separate export', () => {
  const both = released
    .replace('export declare function', 'declare function')
    .concat('\n\nexport { endSession, endSession as leave }')
  const renamed = released.replace('endSession', 'leave')
  expect(apiChanges(released, both)).toEqual({ ...none, added: ['leave'] })
  expect(apiChanges(both, renamed)).toEqual({ ...none, removed: ['endSession'] })
})

it('counts a new major version of a package whose types are used as a breaking change', () => {
  const { removed } = apiChanges(released, released.replace('axios 1', 'axios 2'))
  expect(removed).toEqual(['// with the types of axios 1'])
})

describe('versionFinding', () => {
  const added = `${released}\n\nexport type Id = string`
  const removed = released.replace(/\n\nexport declare function.*/, '')

  it.each([
    ['a patch version', 'no change', released, '1.4.2'],
    ['the same version', 'no change', released, '1.4.1'],
    ['a minor version', 'an addition', added, '1.5.0'],
    ['a major version', 'an addition', added, '2.0.0'],
    ['a major version', 'a removal', removed, '2.0.0'],
    ['a pre-release of a minor version', 'an addition', added, '1.5.0-rc.1'],
    ['a pre-release of a major version', 'a removal', removed, '2.0.0-rc.1'],
    ['a pre-release of a patch', 'no change', released, '1.4.2-rc.1'],
  ])('accepts %s for %s', (_bump, _change, report, version) => {
    expect(versionFinding({ version: '1.4.1', report: released }, { version, report })).toBeUndefined()
  })

  it.each([
    [
      'a patch version',
      'an addition',
      added,
      '1.4.2',
      /added: Id\), the version must be 1\.5\.0 or newer, not 1\.4\.2/,
    ],
    ['the same version', 'an addition', added, '1.4.1', /version must be 1\.5\.0 or newer/],
    [
      'a minor version',
      'a removal',
      removed,
      '1.5.0',
      /removed: endSession\), the version must be 2\.0\.0 or newer, not 1\.5\.0/,
    ],
    ['a pre-release before it', 'no change', released, '1.4.1-rc.1', /version must be 1\.4\.1 or newer/],
    ['an older version', 'no change', released, '1.4.0', /older version\), the version must be 1\.4\.1 or newer/],
  ])('refuses %s for %s', (_bump, _change, report, version, finding) => {
    expect(versionFinding({ version: '1.4.1', report: released }, { version, report })).toMatch(finding)
  })
})
