import { expect, it } from 'vitest'
import { EXIT_CODE, exitCodeOf, type Finding } from './findings'

const finding = (code: Finding['code']): Finding => ({ code, message: 'It is wrong.', fix: 'Fix it.' })

it('has a distinct exit code for every outcome', () => {
  expect(new Set(Object.values(EXIT_CODE)).size).toBe(Object.keys(EXIT_CODE).length)
})

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
