import * as v from 'valibot'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const VitestReport = v.pipe(
  v.object({ numPassedTests: Count, numFailedTests: Count, numPendingTests: Count, numTodoTests: Count }),
  v.transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })),
)

const PlaywrightReport = v.pipe(
  v.object({ stats: v.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }) }),
  v.transform(({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  })),
)

const Report = v.union([VitestReport, PlaywrightReport])

/**
 * How many tests a run had, from the JSON report of Vitest or Playwright. A run that failed has at least one failure:
 * a file that cannot be loaded, or a crash, is in no count of the reports.
 *
 * @param report parsed JSON; undefined when the run wrote none
 * @param succeeded whether the run itself ended well
 */
export function countsOf(report: unknown, succeeded: boolean): Counts {
  const result = v.safeParse(Report, report)
  const counts = result.success ? result.output : { passed: 0, failed: 1, skipped: 0 }
  return { ...counts, failed: Math.max(counts.failed, succeeded ? 0 : 1) }
}

/** The counts of a check that is one test. */
export function oneTest(succeeded: boolean): Counts {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
}

export function sum(all: Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** `12 passed, 0 failed`, and `, 3 skipped` when there are such. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
