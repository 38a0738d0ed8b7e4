import { ROOT } from 'local-stack/src/workspace'
import { bound } from './bound'
import { measureBuilds } from './developers/builds'
import { timeNpm } from './developers/command'
import { measureEdits } from './developers/edits'
import type { Bench, Suite } from './suite'

/** What a team pays for its own tab, beside the whole product. */
export const developers: Suite = {
  title: 'Work for developers of tabs',
  async run(bench) {
    await measureEdits(bench)
    await measureBuilds(bench)
    if (!bench.quick) await measureTests(bench)
  },
}

/** Once each: the whole run takes ten minutes. */
async function measureTests({ measure, stop }: Bench): Promise<void> {
  await measure('npm test -w mf-codes', {
    unit: 'ms',
    runs: 1,
    subject: () => timeNpm(['test', '-w', 'mf-codes'], ROOT, stop),
    reference: () => timeNpm(['test'], ROOT, stop),
    bound: bound.ratioAtMost(0.2),
  })
}
