import { measureBuilds } from './developers/builds'
import { measureEdits } from './developers/edits'
import type { Suite } from './suite'

/** Feedback times of a team that works on one remote, against those of the whole product. */
export const developers: Suite = {
  title: 'Developer feedback: hot reload and builds',
  async run(bench) {
    await measureEdits(bench)
    await measureBuilds(bench)
  },
}
