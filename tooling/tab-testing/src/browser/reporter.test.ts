import { resolve } from 'node:path'
import { EXIT_CODE } from '@canje/cli/test-browser'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UNEXPECTED } from './browser-events'
import TabReporter, { unexpectedEvents } from './reporter'

const event = { type: UNEXPECTED, description: 'opened the dialog alert "a": accept it' }
const test = (title: string, outcome: 'unexpected' | 'flaky', ...annotations: (typeof event)[][]) => ({
  title,
  outcome: () => outcome,
  location: { file: resolve('tests/tab.browser.ts'), line: 5 },
  results: annotations.map((annotations) => ({ annotations })),
})
const LINE = 'tests/tab.browser.ts:5 "asks": the tab opened the dialog alert "a": accept it.'

it('has one line for an unexpected event of all shells, but none for a retry that passed', () => {
  const other = { type: UNEXPECTED, description: 'opened a file chooser: give it files' }
  const reason = { type: 'issue', description: 'of the team' }
  expect(
    unexpectedEvents([
      test('asks', 'unexpected', [other], [event, reason]),
      test('asks', 'unexpected', [event]),
      test('chooses', 'flaky', [other], []),
      test('fails', 'unexpected', []),
    ]),
  ).toEqual([LINE])
})

it('prints the lines, and has an exit code for them', () => {
  const before = process.exitCode
  onTestFinished(() => {
    process.exitCode = before
    vi.restoreAllMocks()
  })
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const once = vi.spyOn(process, 'once').mockReturnThis()
  const reporter = new TabReporter()
  reporter.onBegin({} as never, { allTests: () => [test('asks', 'unexpected', [event])] } as never)
  reporter.onEnd()
  expect(print).toHaveBeenCalledExactlyOnceWith(LINE)
  const onExit = once.mock.calls[0]?.[1] as (code: number) => void
  onExit(EXIT_CODE.failed)
  expect(process.exitCode).toBe(EXIT_CODE.unexpectedEvent)
})
