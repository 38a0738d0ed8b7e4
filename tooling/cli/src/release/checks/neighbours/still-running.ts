import type { Activity } from './activity'
import type { Check, TabInPage } from './check'

/** Timers, connections and observers that files of the tab have started. */
export const stillRunning: Check = {
  code: 'still-running',
  problem: 'keeps running when it is closed',
  fix: 'End it in the function that the effect returns: clear the timer, close the connection, disconnect the observer. Change the URL by the prop "view" only.',
  at: ['closed'],
  async watch({ page, tab }) {
    return () => page.evaluate(runningOf, tab)
  },
}

/** Runs in the page. */
function runningOf({ activity, files }: TabInPage): string[] {
  const records: Set<Activity> = Reflect.get(window, Symbol.for(activity))
  const counts = new Map<string, number>()
  for (const { kind, origin, isOver } of records) {
    if (!origin.includes(files) || isOver()) continue
    const [place = origin] = /[^/]+:\d+:\d+/.exec(origin) ?? []
    const name = `${kind} of ${place}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name}, ${count} times`))
}
