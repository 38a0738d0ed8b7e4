import * as v from 'valibot'

const Event = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.optional(v.number(), 0),
  /** CPU time of the thread, in microseconds. */
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.looseObject({ name: v.optional(v.unknown()), data: v.optional(v.unknown()) }), {}),
})
type Event = v.InferOutput<typeof Event>
const Trace = v.object({ traceEvents: v.array(Event) })
const Source = v.object({ url: v.string() })

/** The tracing functions of Playwright's `Browser`. */
interface Traced {
  startTracing(page: undefined, options: { categories: string[] }): Promise<void>
  stopTracing(): Promise<Buffer>
}

/**
 * Measures the longest task on a page's main thread during `work`. It counts CPU time, so that other processes do not
 * affect it. Chromium's own pages are excluded: that of the address bar has longer tasks than any page under test.
 *
 * @param since counts only tasks after the request for a URL that ends with this
 * @returns milliseconds
 * @throws {Error} when no page had a task, or none requested the URL
 */
export async function longestTask(
  browser: Traced,
  since: string | undefined,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel', 'devtools.timeline'] })
  await work()
  const { traceEvents } = v.parse(Trace, JSON.parse((await browser.stopTracing()).toString()))
  const sites = new Set(traceEvents.filter(isOfSite).map(threadOf))
  const pages = new Set(
    traceEvents
      .filter(namesPage)
      .map(threadOf)
      .filter((thread) => sites.has(thread)),
  )
  const start = since === undefined ? 0 : traceEvents.find((event) => isRequestFor(event, since))?.ts
  if (start === undefined) throw new Error(`No page has requested ${since}.`)
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && event.ph === 'X' && event.ts >= start && pages.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('The trace has no task of an HTTP page.')
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1000
}

function threadOf({ pid, tid }: Event): string {
  return `${pid}/${tid}`
}

function namesPage({ name, args }: Event): boolean {
  return name === 'thread_name' && args.name === 'CrRendererMain'
}

/** Whether the event is a request or a script of an HTTP page. */
function isOfSite({ args }: Event): boolean {
  return v.is(Source, args.data) && args.data.url.startsWith('http')
}

function isRequestFor({ name, args }: Event, end: string): boolean {
  return name === 'ResourceSendRequest' && v.is(Source, args.data) && args.data.url.endsWith(end)
}
