import { expect, it } from 'vitest'
import { EXIT_CODE, exitCodeOf, type Finding } from './findings'

const finding = (code: Finding['code']): Finding => ({ code, message: 'It is wrong.', fix: 'Mend it.' })

it('has an exit code of its own for each way to end', () => {
  expect(new Set(Object.values(EXIT_CODE)).size).toBe(Object.keys(EXIT_CODE).length)
})

it.each<[string, Finding['code'][], number]>([
  ['nothing was found', [], 0],
  ['the release is not fit for use', ['version-exists'], 3],
  ['it could not be checked', ['shell-unreachable'], 4],
  ['there is no such thing', ['version-unknown'], 5],
  ['the store is damaged', ['store-damaged'], 6],
  ['the release is not fit, whatever else was found', ['store-damaged', 'shell-unreachable', 'tests-failed'], 3],
])('exits for the gravest reason: %s', (_what, codes, exitCode) => {
  expect(exitCodeOf(codes.map(finding))).toBe(exitCode)
})
