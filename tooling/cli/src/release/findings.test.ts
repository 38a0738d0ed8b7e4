import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CODES, EXIT_CODE, exitCodeOf, type Finding } from './findings'

const finding = (code: Finding['code']): Finding => ({ code, message: 'It is wrong.', fix: 'Fix it.' })

it.each<[string, Finding['code'][], number]>([
  ['no findings', [], 0],
  ['a failed check', ['version-exists'], 3],
  ['an impossible check', ['shell-unreachable'], 4],
  ['an unknown version', ['version-unknown'], 5],
  ['a damaged store', ['store-damaged'], 6],
  ['a failed check among other findings', ['store-damaged', 'shell-unreachable', 'tests-failed'], 3],
])('selects the exit code for %s', (_description, codes, exitCode) => {
  expect(exitCodeOf(codes.map(finding))).toBe(exitCode)
})

const page = readFileSync(new URL('../../../../docs/releases.md', import.meta.url), 'utf8')

/** The part of the page below a heading. */
function section(heading: string): string {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
}

it('documents every code of a finding with its exit code', () => {
  const [list = ''] = section('What `publish` checks').split('\n### ')
  const documented = list.split('\n- ').flatMap((item) => {
    const exitCode = Number.parseInt(item, 10)
    return [...item.matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, code]) => [code, exitCode])
  })
  expect(Object.fromEntries(documented)).toEqual(CODES)
})

it('documents every exit code', () => {
  const rows = [...section('Exit codes').matchAll(/^\| ([\d, ]+) +\|/gm)]
  const documented = rows.flatMap(([, codes = '']) => codes.split(',').map(Number))
  // Of an interrupted process.
  expect(documented).toEqual([...Object.values(EXIT_CODE), 130])
})
