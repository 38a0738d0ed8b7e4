import * as v from 'valibot'

const Event = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.optional(v.number(), 0),
  /** Time of the thread on the processor, in microseconds. */
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.looseObject({ name: v.optional(v.unknown()), data: v.optional(v.unknown()) }), {}),
})
type Event = v.InferOutput<typeof Event>
const Trace = v.object({ traceEvents: v.array(Event) })
const Source = v.object({ url: v.string() })

/** As much of Playwright's browser as a trace takes. */
interface Traced {
  startTracing(page: undefined, options: { categories: string[] }): Promise<void>
  stopTracing(): Promise<Buffer>
}

/**
 * The longest task of a page's thread while something is done: as long as it lasts, the page can do nothing else. It is
 * counted as time on the processor, so that other programs of the machine do not count. Pages of Chromium's own, such as
 * that of its address bar, which starts with a profile and takes longer than any of ours, do not count either.
 *
 * @param since tasks count once an address that ends with this is asked for
 * @returns milliseconds
 * @throws {Error} when no page had a task, or none asked for the address
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
  const begun = since === undefined ? 0 : traceEvents.find((event) => asksFor(event, since))?.ts
  if (begun === undefined) throw new Error(`No page asked for ${since}.`)
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && event.ph === 'X' && event.ts >= begun && pages.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('No page of a site had a task.')
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1000
}

function threadOf({ pid, tid }: Event): string {
  return `${pid}/${tid}`
}

function namesPage({ name, args }: Event): boolean {
  return name === 'thread_name' && args.name === 'CrRendererMain'
}

/** True for what a site's page asks for or runs. */
function isOfSite({ args }: Event): boolean {
  return v.is(Source, args.data) && args.data.url.startsWith('http')
}

function asksFor({ name, args }: Event, end: string): boolean {
  return name === 'ResourceSendRequest' && v.is(Source, args.data) && args.data.url.endsWith(end)
}
