import type { Finding } from '../../findings'
import type { Check, Moment, Visited } from './check'

/** What ends later than the tab, such as a transition, ends within these waits. */
const SETTLE_MS = [100, 300, 600]
const MAX_LINES = 6

/** Collects what checks find. */
export type Watch = Awaited<ReturnType<typeof watch>>

/** Lets checks look at the page before the tab is opened. */
export async function watch(checks: readonly Check[], visited: Visited) {
  const watched: { check: Check; look: Awaited<ReturnType<Check['watch']>>; found: Map<string, string> }[] = []
  for (const check of checks) watched.push({ check, look: await check.watch(visited), found: new Map() })

  return {
    /**
     * Runs the checks of a moment.
     *
     * @param when in the text of a finding
     */
    async lookAt(moment: Moment, when: string = moment) {
      for (const { look, found } of watched.filter(({ check }) => check.at.includes(moment))) {
        let lines = await look(moment)
        for (const wait of moment === 'closed' ? SETTLE_MS : []) {
          if (lines.length === 0) break
          await visited.page.waitForTimeout(wait)
          lines = await look(moment)
        }
        for (const line of lines) if (!found.has(line)) found.set(line, when)
      }
    },
    /** Of the release and the shell. */
    findings: ({ release, shell }: Record<'release' | 'shell', string>): Finding[] =>
      watched
        .filter(({ found }) => found.size > 0)
        .map(({ check: { code, problem, fix }, found }) => {
          const lines = [...found].slice(0, MAX_LINES).map(([line, when]) => `${line} (${when})`)
          const more = found.size > MAX_LINES ? [`and ${found.size - MAX_LINES} more`] : []
          return {
            code,
            message: [`${release} ${problem}, in the shell at ${shell}`, ...lines, ...more].join('\n'),
            fix,
          }
        }),
  }
}
