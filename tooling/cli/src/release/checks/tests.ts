import { stripVTControlCharacters } from 'node:util'
import type { Package } from '../../project/project'
import type { Counts } from '../../project/test-runner/counts'
import { countTests } from '../../project/test-runner/test-run'
import type { CheckResult } from '../findings'

/** Vitest's prefix for a failed test or file. */
const FAILED_TEST = /^\s*FAIL\s+/
/** Vitest's last words where no file has tests. */
const NO_TESTS = /^No test files found/m
const LAST_LINES = 10

/**
 * Runs all tests of a remote, and counts them.
 *
 * @param stop aborts the run
 */
export async function testRemote(remote: Package, stop: AbortSignal): Promise<CheckResult<Counts>> {
  const { counts, output } = await countTests(remote, stop)
  if (counts.failed === 0 && counts.passed > 0) return { value: counts, findings: [] }
  if (NO_TESTS.test(stripVTControlCharacters(output))) {
    const fix = 'Write one in tests, such as tab.test.ts with describeTable of @canje/tab-testing.'
    return { findings: [{ code: 'tests-failed', message: `${remote.name} has no tests.`, fix }] }
  }
  const message = `Of the tests of ${remote.name}, ${counts.failed} failed and ${counts.passed} passed.\n${failureSummary(output)}`
  return {
    findings: [{ code: 'tests-failed', message, fix: `Run "npm test" in ${remote.name} until all of them pass.` }],
  }
}

/** Lists the failed tests with the first lines of their errors; without a failed test, quotes the last lines. */
export function failureSummary(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  const failed = lines.flatMap((line, index) => {
    if (!FAILED_TEST.test(line)) return []
    // Tests with the same error are listed one after the other, before it.
    const error = lines.slice(index).find((later) => !FAILED_TEST.test(later)) ?? ''
    return `${line.replace(FAILED_TEST, '').trim()}\n  ${error.trim()}`.trimEnd()
  })
  return (failed.length > 0 ? [...new Set(failed)] : lines.slice(-LAST_LINES)).join('\n')
}
