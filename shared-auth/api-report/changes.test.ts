// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { apiChanges, versionFinding } from './changes'

/** A report of API Extractor with these declarations. */
const reportOf = (...declarations: string[]) =>
  `## API Report File\n\n\`\`\`ts\n\n${declarations.map((text) => `// @public\n${text}\n`).join('\n')}\n\`\`\`\n`

const tab = 'export interface TabProps {\n    // (undocumented)\n    notify: Notify;\n}'
const end = 'export function endSession(): void;'
const released = reportOf("import type { ComponentType } from 'react';", tab, end)

it('finds no change between equal reports, and ignores imports and comments', () => {
  expect(apiChanges(released, released)).toEqual({})
  const others = released.replace('ComponentType', 'ComponentType, ReactNode').replace('// (undocumented)', '// @beta')
  expect(apiChanges(released, others)).toEqual({})
})

it.each([
  ['a removed export', end, '', { endSession: 'major' }],
  ['a changed parameter', 'endSession()', 'endSession(reason: string)', { endSession: 'major' }],
  ['a declaration that is no longer exported', 'export function', 'function', { endSession: 'major' }],
  ['a member with a changed type', 'Notify;\n}', 'Notify | null;\n}', { TabProps: 'major' }],
  ['a new member', 'Notify;\n}', 'Notify;\n    locale: string;\n}', { TabProps: 'major' }],
  ['a member that became optional', 'notify:', 'notify?:', { TabProps: 'major' }],
  ['a new export', 'export interface', 'export type Id = 1;\n\nexport interface', { Id: 'minor' }],
  ['a new type parameter', 'TabProps {', 'TabProps<Settings> {', { TabProps: 'major' }],
  ['a new type parameter with a default', 'TabProps {', 'TabProps<Settings = unknown> {', { TabProps: 'minor' }],
  ['a new optional member', 'Notify;\n}', 'Notify;\n    a?: 1;\n}', { TabProps: 'minor' }],
])('finds %s', (_case, before, after, expected) => {
  const current = released.replace(before, after)
  expect(current).not.toBe(released)
  expect(apiChanges(released, current)).toEqual(expected)
})

it('treats overloads as one function: each change of one changes it', () => {
  const [open, openWith] = ['export function open(): void;', 'export function open(key: Key): void;']
  const both = reportOf(tab, openWith, open)
  for (const others of [[openWith], [open], [openWith, open, 'export function open(all: true): void;']])
    expect(apiChanges(both, reportOf(tab, ...others))).toEqual({ open: 'major' })
})

it('finds a second name, and the removal of either', () => {
  const [declared, own, other] = [
    'function endSession(): void;',
    'export { endSession }',
    'export { endSession as end }',
  ]
  const both = reportOf(tab, [declared, own, other].join('\n'))
  const renamed = reportOf(tab, [declared, other].join('\n'))
  expect(apiChanges(reportOf(tab, end), both)).toEqual({ endSession: 'minor' })
  expect(apiChanges(both, reportOf(tab, end))).toEqual({ endSession: 'major' })
  expect(apiChanges(both, renamed)).toEqual({ endSession: 'major' })
})

describe('versionFinding', () => {
  const added = reportOf(tab, end, 'export type Id = string;')
  const removed = reportOf(tab)

  it.each([
    ['no change', released, '1.4.1', ['1.4.2', '1.4.2-rc.1'], ['1.4.0', '1.4.1-rc.1'], 'older version'],
    ['an addition', added, '1.5.0', ['1.5.0', '1.5.0-rc.1', '2.0.0'], ['1.4.1', '1.4.2'], 'minor: Id'],
    ['a removal', removed, '2.0.0', ['2.0.0', '2.0.0-rc.1'], ['1.5.0'], 'major: endSession'],
  ])('names the version that %s needs', (_change, report, lowest, accepted, refused, reason) => {
    const findingOf = (version: string) => versionFinding({ version: '1.4.1', report: released }, { version, report })
    expect(accepted.map(findingOf)).toEqual(accepted.map(() => undefined))
    for (const version of refused)
      expect(findingOf(version)).toContain(`(${reason}), the version must be ${lowest} or newer, not ${version}.`)
  })
})
