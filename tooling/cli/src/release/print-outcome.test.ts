import { expect, it } from 'vitest'
import type { Invocation } from './command-line'
import type { Outcome } from './outcome'
import { printOutcome } from './print-outcome'
import { recordedCliEnvironment } from './testing/cli-environment'

const done: Outcome = { result: { version: '1.2.0' }, lines: ['mf-codes 1.2.0 is live.'], findings: [] }
const refused: Outcome = {
  result: {},
  lines: [],
  findings: [
    { code: 'version-exists', message: '1.2.0 exists.', fix: 'Take another.' },
    { code: 'shell-unreachable', message: 'No response.', fix: 'Start it.' },
  ],
}
const plainText: Invocation = { command: 'publish', target: undefined, options: {} }

it('prints the outcome as plain text', () => {
  const output = recordedCliEnvironment()
  expect(printOutcome(plainText, done, output)).toBe(0)
  expect(output.stdout()).toBe('mf-codes 1.2.0 is live.')
  expect(output.stderr()).toBe('')
})

it('lists all findings with advice on standard error', () => {
  const output = recordedCliEnvironment()
  expect(printOutcome(plainText, refused, output)).toBe(3)
  expect(output.stdout()).toBe('')
  expect(output.stderr()).toBe(`publish: 2 findings, nothing was changed.

✗ version-exists: 1.2.0 exists.
  → Take another.

✗ shell-unreachable: No response.
  → Start it.`)
})

it.each([
  [done, true, 0],
  [refused, false, 3],
])('prints one JSON object on standard output for pipelines', (outcome, ok, exitCode) => {
  const output = recordedCliEnvironment()
  expect(printOutcome({ ...plainText, options: { json: true } }, outcome, output)).toBe(exitCode)
  const { result, findings } = outcome
  const printed = { command: 'publish', ok, exitCode, dryRun: false, result, findings, notes: [] }
  expect(JSON.parse(output.stdout())).toEqual(printed)
  expect(output.stderr()).toBe('')
})

it('says what was changed in spite of findings, and that a dry run changed nothing', () => {
  const partly = { ...done, findings: refused.findings }
  const output = recordedCliEnvironment()
  printOutcome(plainText, partly, output)
  expect(output.stderr()).toMatch(/^publish: 2 findings\.\n/)
  const dry = recordedCliEnvironment()
  printOutcome({ ...plainText, options: { dryRun: true } }, partly, dry)
  expect(dry.stdout()).toBe('Nothing was changed; without --dry-run:\nmf-codes 1.2.0 is live.')
})
