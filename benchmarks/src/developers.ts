import { measureBuilds } from './developers/builds'
import { measureEdits } from './developers/edits'
import type { Suite } from './suite'

/** What a team waits for at work on its own tab, beside the whole product. */
export const developers: Suite = {
  title: 'Work for developers of tabs',
  async run(bench) {
    await measureEdits(bench)
    await measureBuilds(bench)
  },
}
