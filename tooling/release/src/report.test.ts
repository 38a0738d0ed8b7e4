import { expect, it } from 'vitest'
import type { Outcome } from './outcome'
import { report } from './report'
import { recordedSurroundings } from './testing/surroundings'

const done: Outcome = { result: { version: '1.2.0' }, lines: ['mf-codes 1.2.0 is live.'], findings: [] }
const refused: Outcome = {
  result: {},
  lines: [],
  findings: [
    { code: 'version-exists', message: '1.2.0 exists.', fix: 'Take another.' },
    { code: 'shell-unreachable', message: 'No answer.', fix: 'Start it.' },
  ],
}
const people = { command: 'publish', json: false, dryRun: false }

it('says to people what was done', () => {
  const output = recordedSurroundings()
  expect(report(people, done, output)).toBe(0)
  expect(output.printed()).toBe('mf-codes 1.2.0 is live.')
  expect(output.complained()).toBe('')
})

it('says that a dry run changed nothing', () => {
  const output = recordedSurroundings()
  report({ ...people, dryRun: true }, done, output)
  expect(output.printed()).toBe('Nothing was changed; without --dry-run:\nmf-codes 1.2.0 is live.')
})

it('lists all findings, each with what to do, on standard error', () => {
  const output = recordedSurroundings()
  expect(report(people, refused, output)).toBe(3)
  expect(output.printed()).toBe('')
  expect(output.complained()).toBe(`publish: 2 findings, nothing was changed.

✗ version-exists: 1.2.0 exists.
  → Take another.

✗ shell-unreachable: No answer.
  → Start it.`)
})

it.each([
  [done, true, 0],
  [refused, false, 3],
])('is one JSON object on standard output for pipelines', (outcome, ok, exitCode) => {
  const output = recordedSurroundings()
  expect(report({ ...people, json: true }, outcome, output)).toBe(exitCode)
  const { result, findings } = outcome
  expect(JSON.parse(output.printed())).toEqual({ command: 'publish', ok, exitCode, dryRun: false, result, findings })
  expect(output.complained()).toBe('')
})
