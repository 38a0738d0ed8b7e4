import * as v from 'valibot'

export const Counts = v.object({
  passed: v.number(),
  failed: v.number(),
  skipped: v.number(),
  /** The failed tests of a run, each with its file, and of Vitest the first line of its error. */
  failures: v.exactOptional(v.array(v.string())),
  /** Numbers of skipped tests by reason: `meta.skipReason` of Vitest, the text of `test.skip` of Playwright. */
  skipReasons: v.record(v.string(), v.number()),
})
export type Counts = v.InferOutput<typeof Counts>

const none: Counts = { passed: 0, failed: 0, skipped: 0, skipReasons: {} }

/** Statuses of one test in the words of Vitest and Playwright. With every other one, it was skipped. */
const PASSED = ['passed', 'expected', 'flaky']
const FAILED = ['failed', 'unexpected']

interface Outcome {
  /** With its file. */
  name: string
  status: string
  error?: string | undefined
  skipReason?: string | undefined
}

const VitestReport = v.pipe(
  v.object({
    testResults: v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        message: v.string(),
        assertionResults: v.array(
          v.object({
            fullName: v.string(),
            status: v.string(),
            failureMessages: v.array(v.string()),
            meta: v.object({ skipReason: v.optional(v.string()) }),
          }),
        ),
      }),
    ),
  }),
  v.transform(({ testResults }) =>
    testResults.flatMap(({ name, status, message, assertionResults: tests }): Outcome[] =>
      // A file that cannot be loaded has none.
      status === 'failed' && tests.length === 0
        ? [{ name, status, error: message }]
        : tests.map((test) => ({
            name: `${name} ${test.fullName}`,
            status: test.status,
            error: test.failureMessages[0],
            skipReason: test.meta.skipReason,
          })),
    ),
  ),
)

const BrowserTest = v.object({
  status: v.string(),
  annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
})

/** A file or a `describe`, with the tests of those in it. */
const BrowserSuite: v.GenericSchema<unknown, Outcome[]> = v.pipe(
  v.object({
    suites: v.optional(v.array(v.lazy(() => BrowserSuite)), []),
    specs: v.array(v.object({ file: v.string(), title: v.string(), tests: v.array(BrowserTest) })),
  }),
  v.transform(({ suites, specs }) => {
    const reasonOf = ({ annotations }: v.InferOutput<typeof BrowserTest>) =>
      annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
    const own = specs.flatMap(({ file, title, tests }) =>
      tests.map((test) => ({ name: `${file} ${title}`, status: test.status, skipReason: reasonOf(test) })),
    )
    return [...suites.flat(), ...own]
  }),
)

const PlaywrightReport = v.pipe(
  v.object({ suites: v.array(BrowserSuite) }),
  v.transform(({ suites }) => suites.flat()),
)

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
  const counts = result.success ? sum(result.output.map(countOf)) : oneTest(false)
  return { ...counts, failed: Math.max(counts.failed, succeeded ? 0 : 1) }
}

function countOf({ name, status, error, skipReason }: Outcome): Counts {
  if (PASSED.includes(status)) return oneTest(true)
  const [reason] = error?.split('\n', 1) ?? []
  if (FAILED.includes(status)) return { ...oneTest(false), failures: [reason ? `${name}\n  ${reason}` : name] }
  return { ...none, skipped: 1, skipReasons: skipReason ? { [skipReason]: 1 } : {} }
}

/** The counts of a check that counts as one test. */
export function oneTest(succeeded: boolean): Counts {
  return succeeded ? { ...none, passed: 1 } : { ...none, failed: 1 }
}

export function sum(all: Counts[]): Counts {
  const failures = all.flatMap(({ failures = [] }) => failures)
  const total: Counts = { ...none, ...(failures.length > 0 && { failures }), skipReasons: {} }
  for (const { passed, failed, skipped, skipReasons } of all) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    for (const [reason, count] of Object.entries(skipReasons))
      total.skipReasons[reason] = (total.skipReasons[reason] ?? 0) + count
  }
  return total
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
