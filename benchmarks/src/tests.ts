import { ROOT } from 'workspace'
import { timeNpm } from './developers/command'
import type { Suite } from './suite'
import { bound } from './threshold'

/** Once each: the whole run takes minutes. */
export const tests: Suite = {
  title: "Tests of one tab beside the whole product's",
  async run({ measure, stop }) {
    await measure('npm test -w mf-codes', {
      unit: 'ms',
      runs: 1,
      subject: () => timeNpm(['test', '-w', 'mf-codes'], ROOT, stop),
      reference: () => timeNpm(['test'], ROOT, stop),
      bound: bound.ratioAtMost(0.2),
    })
  },
}
