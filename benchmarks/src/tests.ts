import { ROOT } from 'repo'
import { timeNpm } from './developers/time-npm'
import type { Suite } from './suite'
import { threshold } from './threshold'

/** The tests of one remote against those of the repository. One run each, because the whole run takes minutes. */
export const tests: Suite = {
  title: "Tests of one remote against the whole product's",
  async run({ measure, stop }) {
    await measure('npm test -w mf-codes', {
      unit: 'ms',
      runs: 1,
      subject: () => timeNpm(['test', '-w', 'mf-codes'], ROOT, stop),
      reference: () => timeNpm(['test'], ROOT, stop),
      threshold: threshold.ratioAtMost(0.2),
    })
  },
}
