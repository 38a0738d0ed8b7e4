import { relative } from 'node:path'
import { EXIT_CODE } from '@canje/cli/test-browser'
import type { FullConfig, Location, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { UNEXPECTED } from './browser-events'

/**
 * Prints a table of all tests, one row each, with their outcome in each shell, one column each, then a line per event that
 * a test did not expect, which have an exit code of their own.
 */
export default class TabReporter implements Reporter {
  private tests: TestCase[] = []
  private shells: string[] = []

  onBegin({ projects }: FullConfig, suite: Suite): void {
    this.shells = projects.map(({ name }) => name).filter(Boolean)
    this.tests = suite.allTests()
  }

  onEnd(): void {
    if (this.shells.length > 0) console.log(shellsTable(this.shells, this.tests.map(rowOf)))
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

/** The outcome of a test in a shell. */
interface Cell {
  test: string
  shell: string
  outcome: ReturnType<TestCase['outcome']>
}

function rowOf(test: TestCase): Cell {
  const [, shell = '', ...titles] = test.titlePath()
  return { test: titles.join(' › '), shell, outcome: test.outcome() }
}

const WORDS = { expected: 'passed', flaky: 'passed', unexpected: 'FAILED', skipped: 'skipped' }

/** @returns the table, as text */
export function shellsTable(shells: readonly string[], cells: readonly Cell[]): string {
  const tests = [...new Set(cells.map(({ test }) => test))]
  const wordOf = (test: string, shell: string) => {
    const cell = cells.find((one) => one.test === test && one.shell === shell)
    return cell ? WORDS[cell.outcome] : '–'
  }
  const rows = [['test', ...shells], ...tests.map((test) => [test, ...shells.map((shell) => wordOf(test, shell))])]
  const widths = ['', ...shells].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
