import { stripVTControlCharacters } from 'node:util'
import type { Package } from '../../project/project'
import type { Counts } from '../../project/test-runner/counts'
import { countTests } from '../../project/test-runner/test-run'
import type { CheckResult } from '../findings'

/** Vitest's last words where no file has tests. */
const NO_TESTS = /^No test files found/m
/** What is quoted of the output of a run without a failed test, such as one with a wrong configuration. */
const LAST_LINES = 20

/**
 * Runs all tests of a remote, and counts them.
 *
 * @param stop aborts the run
 */
export async function testRemote(remote: Package, stop: AbortSignal): Promise<CheckResult<Counts>> {
  const { counts, output } = await countTests(remote, stop)
  if (counts.failed === 0 && counts.passed > 0) return { value: counts, findings: [] }
  const text = stripVTControlCharacters(output).trim()
  if (NO_TESTS.test(text)) {
    const fix = 'Write one in tests, such as tab.test.ts with describeTable of @canje/tab-testing.'
    return { findings: [{ code: 'tests-failed', message: `${remote.name} has no tests.`, fix }] }
  }
  const { failed, passed, failures = text.split('\n').slice(-LAST_LINES) } = counts
  const named = failures.map((failure) => failure.replace(`${remote.directory}/`, ''))
  const message = `Of the tests of ${remote.name}, ${failed} failed and ${passed} passed.\n${named.join('\n')}`
  return {
    findings: [{ code: 'tests-failed', message, fix: `Run "npm test" in ${remote.name} until all of them pass.` }],
  }
}
