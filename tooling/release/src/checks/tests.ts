import { stripVTControlCharacters } from 'node:util'
import type { Package } from '@canje/project'
import { countTests } from '@canje/project/test-runner'
import type { CheckResult } from '../findings'

/** Vitest's prefix for a failed test or file. */
const FAILED_TEST = /^\s*FAIL\s+/
const LAST_LINES = 10

/**
 * Runs all tests of a remote.
 *
 * @param stop aborts the run
 */
export async function testRemote(remote: Package, stop: AbortSignal): Promise<CheckResult<never>> {
  const { counts, output } = await countTests(remote, stop)
  if (counts.failed === 0 && counts.passed > 0) return { findings: [] }
  const message = `Of the tests of ${remote.name}, ${counts.failed} failed and ${counts.passed} passed.\n${failureSummary(output)}`
  return {
    findings: [{ code: 'tests-failed', message, fix: `Run "npm test" in ${remote.name} until all of them pass.` }],
  }
}

/** Lists the failed tests by name; without a name, quotes the last lines of the output. */
export function failureSummary(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  const failed = lines.filter((line) => FAILED_TEST.test(line)).map((line) => line.replace(FAILED_TEST, '').trim())
  return (failed.length > 0 ? [...new Set(failed)] : lines.slice(-LAST_LINES)).join('\n')
}
