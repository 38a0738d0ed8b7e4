import * as v from 'valibot'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Numbers of skipped tests by reason: `meta.skipReason` of Vitest, the text of `test.skip` of Playwright. */
  skipReasons: Record<string, number>
}

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const TestCase = v.pipe(
  v.object({ status: v.string(), meta: v.object({ skipReason: v.optional(v.string()) }) }),
  v.transform(({ status, meta }) => ({
    isSkipped: status !== 'passed' && status !== 'failed',
    reason: meta.skipReason,
  })),
)

const VitestReport = v.pipe(
  v.object({
    numPassedTests: Count,
    numFailedTests: Count,
    numPendingTests: Count,
    numTodoTests: Count,
    testResults: v.array(v.object({ assertionResults: v.array(TestCase) })),
  }),
  v.transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    skipReasons: countReasons(report.testResults.flatMap(({ assertionResults }) => assertionResults)),
  })),
)

const BrowserTest = v.pipe(
  v.object({
    status: v.string(),
    annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
  }),
  v.transform(({ status, annotations }) => ({
    isSkipped: status === 'skipped',
    reason: annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description,
  })),
)
type BrowserTest = v.InferOutput<typeof BrowserTest>

/** A file or a `describe`, with the tests of those in it. */
const BrowserSuite: v.GenericSchema<unknown, BrowserTest[]> = v.pipe(
  v.object({
    suites: v.optional(v.array(v.lazy(() => BrowserSuite)), []),
    specs: v.array(v.object({ tests: v.array(BrowserTest) })),
  }),
  v.transform(({ suites, specs }) => [...suites.flat(), ...specs.flatMap(({ tests }) => tests)]),
)

const PlaywrightReport = v.pipe(
  v.object({
    stats: v.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }),
    suites: v.array(BrowserSuite),
  }),
  v.transform(({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    skipReasons: countReasons(suites.flat()),
  })),
)

const none: Counts = { passed: 0, failed: 0, skipped: 0, skipReasons: {} }

const Report = v.union([VitestReport, PlaywrightReport])

/**
 * Counts the tests of a run from the JSON report of Vitest or Playwright. A failed run has at least one failure, because
 * the reports do not count crashes and files that cannot be loaded.
 *
 * @param report parsed JSON; undefined when the run wrote no report
 * @param succeeded true when the test runner exited with code 0
 */
export function countsOf(report: unknown, succeeded: boolean): Counts {
  const result = v.safeParse(Report, report)
  const counts = result.success ? result.output : { ...none, failed: 1 }
  return { ...counts, failed: Math.max(counts.failed, succeeded ? 0 : 1) }
}

/** The counts of a check that counts as one test. */
export function oneTest(succeeded: boolean): Counts {
  return succeeded ? { ...none, passed: 1 } : { ...none, failed: 1 }
}

export function sum(all: Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
      skipReasons: addReasons(total.skipReasons, counts.skipReasons),
    }),
    none,
  )
}

/** Formats counts as `12 passed, 0 failed`, with `, 3 skipped` if any test was skipped. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Returns one line per reason, such as `29 skipped: nginx is not installed.`, the most frequent first. */
export function skipLines({ skipped, skipReasons }: Counts): string[] {
  const explained = Object.values(skipReasons).reduce((total, count) => total + count, 0)
  const rest = skipped > explained ? [['no reason given.', skipped - explained] as const] : []
  return [...Object.entries(skipReasons), ...rest]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} skipped: ${reason}`)
}

function countReasons(tests: { isSkipped: boolean; reason: string | undefined }[]): Record<string, number> {
  return tests
    .flatMap(({ isSkipped, reason }) => (isSkipped && reason) || [])
    .reduce<Record<string, number>>((reasons, reason) => addReasons(reasons, { [reason]: 1 }), {})
}

function addReasons(some: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const total = { ...some }
  for (const [reason, count] of Object.entries(more)) total[reason] = (total[reason] ?? 0) + count
  return total
}
