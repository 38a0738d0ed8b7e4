import type { Page } from 'playwright-core'
import type { TabInPage } from './check'

/** What code of a file has started and not ended. */
interface Activity {
  /** Such as `setInterval`. */
  kind: string
  /** The line of a stack trace with the file that started it. */
  origin: string
  /** What is started, such as an observer. */
  subject: unknown
  /** What of it, such as an element. */
  part: unknown
}

/** Where {@link recordActivity} keeps its records. */
export const ACTIVITY = 'canje.activity'

/** Where it keeps the media queries, which nothing else lists: the heap may lose one that has a listener. */
export const MEDIA = 'canje.media'

/** What files of a tab have started and not ended: the kind and the place in a file. */
export async function activitiesOf(page: Page, { files }: TabInPage): Promise<{ kind: string; place: string }[]> {
  const activities = await page.evaluate(readActivities, ACTIVITY)
  return activities
    .filter(({ origin }) => origin.includes(files))
    .map(({ kind, origin }) => ({ kind, place: /[^/]+:\d+:\d+/.exec(origin)?.[0] ?? origin }))
}

/** Runs in the page. */
function readActivities(key: string): Pick<Activity, 'kind' | 'origin'>[] {
  const running: Set<Activity> = Reflect.get(window, Symbol.for(key))
  // An observer of an element that has gone ends with it, a connection with its other end.
  const isOver = ({ subject, part }: Activity) =>
    (part instanceof Node && !part.isConnected) ||
    ((subject instanceof WebSocket || subject instanceof EventSource) && subject.readyState === subject.CLOSED)
  return [...running].filter((one) => !isOver(one)).map(({ kind, origin }) => ({ kind, origin }))
}

/** Runs in the page, before any other code: records timers, connections, observers and calls, which nothing else lists. */
export function recordActivity({ key, media }: { key: string; media: string }): void {
  const running = new Set<Activity>()
  Object.defineProperty(window, Symbol.for(key), { value: running })

  const begin = (kind: string, subject: unknown, part?: unknown) => {
    const origin = new Error().stack?.split('\n').find((line) => /https?:|blob:/.test(line)) ?? ''
    running.add({ kind, origin, subject, part })
  }
  const end = (subject: unknown, part?: unknown) => {
    for (const one of running)
      if (one.subject === subject && (part === undefined || one.part === part)) running.delete(one)
  }
  const before = (owner: object | undefined, method: string, action: (values: unknown[], self: object) => unknown) => {
    const original = owner && Reflect.get(owner, method)
    if (!original) return
    Reflect.set(owner, method, function (this: object, ...values: unknown[]) {
      action(values, this)
      return Reflect.apply(original, this, values)
    })
  }

  const timers = {
    setTimeout: 'clearTimeout',
    setInterval: 'clearInterval',
    requestAnimationFrame: 'cancelAnimationFrame',
    requestIdleCallback: 'cancelIdleCallback',
  }
  for (const [kind, clear] of Object.entries(timers)) {
    // One list of ids: clearTimeout also ends an interval.
    const subject = (id: unknown) => `${kind.startsWith('set') ? 'timer' : kind} ${id}`
    const start = Reflect.get(window, kind)
    Reflect.set(window, kind, (action: unknown, ...options: unknown[]) => {
      const once = (...values: unknown[]) => {
        if (kind !== 'setInterval') end(subject(id))
        return Reflect.apply(action as () => void, window, values)
      }
      const id = start(typeof action === 'function' ? once : action, ...options)
      begin(kind, subject(id))
      return id
    })
    before(window, clear, ([id]) => end(subject(id)))
  }

  for (const kind of ['BroadcastChannel', 'WebSocket', 'EventSource', 'Worker', 'SharedWorker', 'AudioContext']) {
    const original = Reflect.get(window, kind)
    if (!original) continue
    const construct = (target: new () => object, values: unknown[], newTarget: new () => object) => {
      const created: object = Reflect.construct(target, values, newTarget)
      begin(kind, created)
      return created
    }
    Reflect.set(window, kind, new Proxy(original, { construct }))
    for (const method of ['close', 'terminate']) before(original.prototype, method, (_, created) => end(created))
  }

  for (const kind of ['Mutation', 'Resize', 'Intersection', 'Performance', 'Reporting']) {
    const { prototype } = Reflect.get(window, `${kind}Observer`) ?? {}
    before(prototype, 'observe', ([target], observer) => begin(`${kind}Observer`, observer, target))
    before(prototype, 'unobserve', ([target], observer) => end(observer, target))
    before(prototype, 'disconnect', (_, observer) => end(observer))
  }

  const queries: MediaQueryList[] = []
  Object.defineProperty(window, Symbol.for(media), { value: queries })
  const { matchMedia } = window
  window.matchMedia = (text) => {
    const query = matchMedia.call(window, text)
    queries.push(query)
    return query
  }

  // The event precedes the change, within the call that makes it.
  window.navigation?.addEventListener('navigate', ({ hashChange }) => {
    if (hashChange) begin('a change of the fragment', {})
  })
  for (const method of ['pushState', 'replaceState'])
    before(History.prototype, method, ([state, , url]) => {
      // Of a dialog of shared-ui, by which the back button closes it.
      if (url !== undefined || Object(state).layers === undefined) begin(`history.${method}`, {})
    })
  before(CustomElementRegistry.prototype, 'define', ([name]) => begin(`customElements.define("${name}")`, {}))
  const calls: [owner: string, prototype: object | undefined, ...methods: string[]][] = [
    // A worker of the page outlives it. Absent without a secure context.
    ['serviceWorker', globalThis.ServiceWorkerContainer?.prototype, 'register'],
    ['window', window, 'print'],
    ['Notification', globalThis.Notification, 'requestPermission'],
    ['geolocation', globalThis.Geolocation?.prototype, 'getCurrentPosition', 'watchPosition'],
    ['mediaDevices', globalThis.MediaDevices?.prototype, 'getUserMedia', 'getDisplayMedia'],
    ['clipboard', globalThis.Clipboard?.prototype, 'read', 'readText', 'write', 'writeText'],
  ]
  for (const [owner, prototype, ...methods] of calls)
    for (const method of methods) before(prototype, method, () => begin(`${owner}.${method}`, {}))
}
