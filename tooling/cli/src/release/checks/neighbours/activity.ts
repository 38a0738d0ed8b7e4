/** What code of a file has started and not ended, by what it is. */
export interface Activity {
  /** Such as `setInterval`. */
  kind: string
  /** The line of a stack trace with the file that started it. */
  origin: string
  isOver(): boolean
}

/** Where {@link recordActivity} keeps its records. */
export const ACTIVITY = 'canje.activity'

/** Where it keeps the media queries, which nothing else lists. */
export const MEDIA = 'canje.media'

/** Runs in the page, before any other code: records timers, connections and observers with the file that starts them. */
export function recordActivity({ key, media }: { key: string; media: string }): void {
  const records = new Set<Activity>()
  Object.defineProperty(window, Symbol.for(key), { value: records })

  const origin = () => {
    // A tab may have lowered it.
    const { stackTraceLimit } = Error
    Reflect.set(Error, 'stackTraceLimit', 50)
    const { stack = '' } = new Error()
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
    return stack.split('\n').find((line) => /https?:|blob:/.test(line)) ?? ''
  }
  const start = (kind: string, isOver: Activity['isOver']) => records.add({ kind, origin: origin(), isOver })

  const timers = {
    setTimeout: 'clearTimeout',
    setInterval: 'clearInterval',
    requestAnimationFrame: 'cancelAnimationFrame',
    requestIdleCallback: 'cancelIdleCallback',
  }
  // One list of ids: clearTimeout also ends an interval.
  const timerIds = new Set<unknown>()
  for (const [kind, clear] of Object.entries(timers)) {
    const pending = kind.startsWith('set') ? timerIds : new Set<unknown>()
    const [startTimer, clearTimer] = [Reflect.get(window, kind), Reflect.get(window, clear)]
    Reflect.set(window, kind, (action: unknown, ...options: unknown[]) => {
      const once = (...values: unknown[]) => {
        if (kind !== 'setInterval') pending.delete(id)
        return Reflect.apply(action as () => void, window, values)
      }
      const id = startTimer(typeof action === 'function' ? once : action, ...options)
      pending.add(id)
      start(kind, () => !pending.has(id))
      return id
    })
    Reflect.set(window, clear, (id: unknown) => {
      pending.delete(id)
      clearTimer(id)
    })
  }

  const closable = {
    BroadcastChannel: 'close',
    WebSocket: 'close',
    EventSource: 'close',
    Worker: 'terminate',
    SharedWorker: '',
    RTCPeerConnection: 'close',
    AudioContext: 'close',
    WebTransport: 'close',
  }
  for (const [kind, end] of Object.entries(closable)) {
    const original = Reflect.get(window, kind)
    if (!original) continue
    const ended = new WeakSet<object>()
    const close = original.prototype[end]
    if (close)
      original.prototype[end] = function (this: object, ...values: unknown[]) {
        ended.add(this)
        return Reflect.apply(close, this, values)
      }
    const construct = (target: new () => object, values: unknown[], newTarget: new () => object) => {
      const created: object = Reflect.construct(target, values, newTarget)
      // A closed connection of WebSocket and EventSource has the state 3 and 2.
      start(kind, () => ended.has(created) || Reflect.get(created, 'readyState') === (kind === 'WebSocket' ? 3 : 2))
      return created
    }
    Reflect.set(window, kind, new Proxy(original, { construct }))
  }

  for (const kind of [
    'MutationObserver',
    'ResizeObserver',
    'IntersectionObserver',
    'PerformanceObserver',
    'ReportingObserver',
  ]) {
    const { prototype } = Reflect.get(window, kind) ?? {}
    if (!prototype) continue
    const { observe, disconnect, unobserve } = prototype
    const ended = new WeakMap<object, number>()
    const ends = new WeakMap<object, WeakSet<object>>()
    let time = 0
    prototype.observe = function (this: object, target: unknown, ...options: unknown[]) {
      const began = ++time
      const element = target instanceof Node ? new WeakRef(target) : undefined
      if (element) ends.get(this)?.delete(target as Node)
      // An observer of elements that have gone ends with them.
      start(kind, () => {
        const node = element?.deref()
        return (
          (ended.get(this) ?? 0) > began ||
          (element !== undefined && (!node?.isConnected || ends.get(this)?.has(node) === true))
        )
      })
      return Reflect.apply(observe, this, [target, ...options])
    }
    prototype.disconnect = function (this: object) {
      ended.set(this, ++time)
      return Reflect.apply(disconnect, this, [])
    }
    if (unobserve)
      prototype.unobserve = function (this: object, target: Node) {
        ends.set(this, (ends.get(this) ?? new WeakSet()).add(target))
        return Reflect.apply(unobserve, this, [target])
      }
  }

  // What is stored only once its promise or request ends, by the name that a check of the storage reads.
  const stored: [prototype: object | undefined, method: string, kind: string][] = [
    [IDBFactory.prototype, 'open', 'IndexedDB'],
    [globalThis.CacheStorage?.prototype, 'open', 'cache'],
    [globalThis.FileSystemDirectoryHandle?.prototype, 'getFileHandle', 'file'],
    [globalThis.FileSystemDirectoryHandle?.prototype, 'getDirectoryHandle', 'file'],
  ]
  for (const [prototype, method, kind] of stored) {
    if (!prototype) continue
    const original = Reflect.get(prototype, method)
    Reflect.set(prototype, method, function (this: object, name: string, ...options: unknown[]) {
      const result: IDBRequest | Promise<unknown> = Reflect.apply(original, this, [name, ...options])
      let isPending = result instanceof Promise
      const end = () => {
        isPending = false
      }
      if (result instanceof Promise) result.then(end, end)
      start(`${kind} "${name}"`, () => (result instanceof IDBRequest ? result.readyState === 'done' : !isPending))
      return result
    })
  }

  const queries = new Set<MediaQueryList>()
  Object.defineProperty(window, Symbol.for(media), { value: queries })
  const { matchMedia } = window
  window.matchMedia = (text) => {
    const query = matchMedia.call(window, text)
    queries.add(query)
    return query
  }

  const { pushState, replaceState } = History.prototype
  for (const [kind, change] of Object.entries({ pushState, replaceState }))
    Reflect.set(History.prototype, kind, function (this: History, ...values: Parameters<History['pushState']>) {
      // Of a dialog of shared-ui, by which the back button closes it.
      if (values[2] !== undefined || Object(values[0]).layers === undefined) start(`history.${kind}`, () => false)
      return Reflect.apply(change, this, values)
    })
  // The event precedes the change, within the call that makes it.
  window.navigation?.addEventListener('navigate', ({ hashChange }) => {
    if (hashChange) start('a change of the fragment', () => false)
  })

  const calls: [kind: string, prototype: object | undefined, isOver: boolean, ...methods: string[]][] = [
    // A worker of the page outlives it. Absent without a secure context.
    ['serviceWorker', globalThis.ServiceWorkerContainer?.prototype, false, 'register'],
    ['customElements', CustomElementRegistry.prototype, false, 'define'],
    ['window', window, true, 'print'],
    ['Notification', globalThis.Notification, true, 'requestPermission'],
    ['geolocation', globalThis.Geolocation?.prototype, true, 'getCurrentPosition', 'watchPosition'],
    ['mediaDevices', globalThis.MediaDevices?.prototype, true, 'getUserMedia', 'getDisplayMedia'],
    ['clipboard', globalThis.Clipboard?.prototype, true, 'read', 'readText', 'write', 'writeText'],
  ]
  for (const [object, prototype, isOver, ...methods] of calls)
    for (const method of methods) {
      const original = prototype && Reflect.get(prototype, method)
      if (!original) continue
      Reflect.set(prototype, method, function (this: object, ...values: unknown[]) {
        start(method === 'define' ? `${object}.${method}("${values[0]}")` : `${object}.${method}`, () => isOver)
        return Reflect.apply(original, this, values)
      })
    }
}
