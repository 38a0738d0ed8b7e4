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

it('finds nothing where nothing changed, imports apart', () => {
  expect(apiChanges(released, released)).toEqual(none)
  const imports = released.replace('ComponentType', 'ComponentType, ReactNode')
  expect(apiChanges(released, imports)).toEqual(none)
})

it.each([
  ['an export that is gone', '\n\nexport declare function endSession(): void', '', { removed: ['endSession'] }],
  ['another parameter', 'endSession()', 'endSession(reason: string)', { changed: ['endSession'] }],
  ['what is not exported any more', 'export declare function', 'declare function', { changed: ['endSession'] }],
  ['a member of another type', 'Notify\n}', 'Notify | null\n}', { changed: ['TabProps'] }],
  ['a member that is gone', '  notify: Notify\n', '', { changed: ['TabProps'] }],
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
  ['gone', 'export declare function open(key: Key): void\n\n', ''],
  ['another', 'key: Key', 'key: string'],
  ['new', 'export declare function endSession(): void', '$&\n\nexport declare function open(): string'],
])('counts overloads together: one that is %s changes the function', (_case, before, after) => {
  const overloads = ['', 'export declare function open(key: Key): void', 'export declare function open(): void']
  const both = released + overloads.join('\n\n')
  const current = both.replace(before, after)
  expect(current).not.toBe(both)
  expect(apiChanges(both, current)).toEqual({ ...none, changed: ['open'] })
})

it('takes each name of one thing for an export of its own', () => {
  const both = released
    .replace('export declare function', 'declare function')
    .concat('\n\nexport { endSession, endSession as leave }')
  const renamed = released.replace('endSession', 'leave')
  expect(apiChanges(released, both)).toEqual({ ...none, added: ['leave'] })
  expect(apiChanges(both, renamed)).toEqual({ ...none, removed: ['endSession'] })
})

it('takes a new major version of a package whose types are used for a break', () => {
  const { removed } = apiChanges(released, released.replace('axios 1', 'axios 2'))
  expect(removed).toEqual(['// with the types of axios 1'])
})

describe('the version', () => {
  const added = `${released}\n\nexport type Id = string`
  const removed = released.replace(/\n\nexport declare function.*/, '')

  it.each([
    ['a patch', 'the same', released, '1.4.2'],
    ['the same version', 'the same', released, '1.4.1'],
    ['a minor', 'more', added, '1.5.0'],
    ['a major', 'more', added, '2.0.0'],
    ['a major', 'less', removed, '2.0.0'],
  ])('may be %s for %s', (_bump, _change, report, version) => {
    expect(versionFinding({ version: '1.4.1', report: released }, { version, report })).toBeUndefined()
  })

  it.each([
    ['a patch', 'more', added, '1.4.2', /added: Id\), it must be version 1\.5\.0 or newer, not 1\.4\.2/],
    ['the same version', 'more', added, '1.4.1', /version 1\.5\.0 or newer/],
    ['a minor', 'less', removed, '1.5.0', /removed: endSession\), it must be version 2\.0\.0 or newer, not 1\.5\.0/],
    ['an older one', 'the same', released, '1.4.0', /the version is older\), it must be version 1\.4\.1 or newer/],
  ])('may not be %s for %s', (_bump, _change, report, version, finding) => {
    expect(versionFinding({ version: '1.4.1', report: released }, { version, report })).toMatch(finding)
  })
})
