import { relative } from 'node:path'
import { EXIT_CODE } from '@canje/cli/test-browser'
import type { FullConfig, Location, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { UNEXPECTED } from './browser-events'

/** Prints the first failure at once, and a line per event that a test did not expect, which have an exit code of their own. */
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
    const lines = unexpectedEvents(this.tests)
    if (lines.length === 0) return
    console.error(lines.join('\n'))
    // Playwright has one code for all failures, and sets it last.
    process.once('exit', (code) => {
      if (code === EXIT_CODE.failed) process.exitCode = EXIT_CODE.unexpectedEvent
    })
  }
}

/** What the reporter reads of a test. */
interface Reported extends Pick<TestCase, 'title' | 'outcome'> {
  location: Pick<Location, 'file' | 'line'>
  results: readonly Pick<TestResult, 'annotations'>[]
}

/** @returns for each event that made a test fail, what the tab did and how a test expects it, in one line for all shells */
export function unexpectedEvents(tests: readonly Reported[]): string[] {
  const lines = tests
    .filter((test) => test.outcome() === 'unexpected')
    .flatMap(({ location: { file, line }, title, results }) =>
      (results.at(-1)?.annotations ?? [])
        .filter(({ type }) => type === UNEXPECTED)
        .map(({ description }) => `${relative('', file)}:${line} "${title}": the tab ${description}.`),
    )
  return [...new Set(lines)]
}
