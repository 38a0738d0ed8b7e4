import { EXIT_CODE } from '@canje/cli/test-browser'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { UNEXPECTED } from './browser-events'

/** Prints the first failure at once, and has an exit code of its own for an event that a test did not expect. */
export default class TabReporter implements Reporter {
  private tests: TestCase[] = []
  private hasFailed = false

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests()
  }

  onTestEnd({ title }: TestCase, { status, error }: TestResult): void {
    if (this.hasFailed || status === 'passed' || status === 'skipped') return
    this.hasFailed = true
    console.error(`First failure: ${title}\n${error?.message}`)
  }

  onEnd(): void {
    const errors = this.tests.flatMap(({ results }) => results.at(-1)?.errors ?? [])
    if (!errors.some(({ message }) => message?.includes(UNEXPECTED))) return
    // Playwright has one code for all failures, and sets it last.
    process.once('exit', (code) => {
      if (code === EXIT_CODE.failed) process.exitCode = EXIT_CODE.unexpectedEvent
    })
  }
}
