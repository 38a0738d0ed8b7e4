import { EXIT_CODE } from '@canje/cli/test-browser'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UNEXPECTED } from './browser-events'
import TabReporter from './reporter'

const [event, other] = [`Error: ${UNEXPECTED}the tab opened a file chooser.`, 'Error: No rows.']
const { failed, unexpectedEvent } = EXIT_CODE

it.each([
  ['an unexpected event', [[other, event]], unexpectedEvent],
  ['another failure', [[event], [other]], failed],
  ['a retry that passed', [[event], []], failed],
])('has an exit code for %s', (_name, errors, code) => {
  const before = process.exitCode
  process.exitCode = failed
  const once = vi.spyOn(process, 'once').mockReturnThis()
  onTestFinished(() => {
    process.exitCode = before
    vi.restoreAllMocks()
  })
  const results = errors.map((messages) => ({ errors: messages.map((message) => ({ message })) }))
  const reporter = new TabReporter()
  reporter.onBegin({} as never, { allTests: () => [{ results }] } as never)
  reporter.onEnd()
  for (const [, onExit] of once.mock.calls) onExit(failed)
  expect(process.exitCode).toBe(code)
})
