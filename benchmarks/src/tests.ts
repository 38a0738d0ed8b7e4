import { runChild } from '@canje/cli/project'
import { ROOT } from 'repo'
import type { Suite } from './suite'
import { threshold } from './threshold'

/** The tests of one remote against those of the repository. One run each, because the whole run takes minutes. */
export const tests: Suite = {
  title: "Tests of one remote against the whole product's",
  async run({ record, stop }) {
    const subject = [await timeTests(['-w', 'mf-codes'], stop)]
    const reference = [await timeTests([], stop)]
    record('npm test -w mf-codes', { unit: 'ms', subject, reference, threshold: threshold.ratioAtMost(0.2) })
  },
}

/** @returns the duration in milliseconds */
async function timeTests(args: string[], signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const { code, output } = await runChild('npm', ['test', ...args], { cwd: ROOT, signal })
  if (code !== 0) throw new Error(`npm test ${args.join(' ')} failed:\n${output}`)
  return performance.now() - start
}
