import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Prints a table of all tests, one row each, with their outcome in each shell, one column each. */
export default class ShellsReporter implements Reporter {
  private tests: TestCase[] = []
  private shells: string[] = []

  onBegin({ projects }: FullConfig, suite: Suite): void {
    this.shells = projects.map(({ name }) => name)
    this.tests = suite.allTests()
  }

  onEnd(): void {
    console.log(shellsTable(this.shells, this.tests.map(rowOf)))
  }
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
