/** An error, and what the browser or React says about it. */
export interface Thrown {
  /** Anything that `throw` takes. */
  error: unknown
  /** The browser's own message, for a thrown value without one. */
  message?: string
  /** The place of a thrown value without a stack, as `url:line:column`. */
  place?: string
  /** React's stack of the components that were rendering. */
  componentStack?: string | undefined
}

/** Delay in which errors are collected, and a rejection may still be handled. */
const COLLECT_MS = 500
/** The most errors of one delay, so that a tab that throws without end costs a page little. */
const MAX_PENDING = 100
/** The most of them from one place, so that they leave room for those of other tabs. */
const MAX_PER_PLACE = 20
/** Distinguishes messages: a longer text costs time. */
const KEY_CHARACTERS = 200

/**
 * Watches for errors and rejections that nothing handles.
 *
 * @param report receives them in groups, without repetitions within a group
 */
export function watchErrors(report: (errors: Thrown[]) => void): void {
  const pending = new Map<string, Thrown & { promise?: Promise<unknown> }>()
  const places = new Map<string, number>()

  function add(place: string, message: string, thrown: Thrown & { promise?: Promise<unknown> }): void {
    const count = places.get(place) ?? 0
    const key = `${place} ${message.slice(0, KEY_CHARACTERS)}`
    if (count >= MAX_PER_PLACE || pending.size >= MAX_PENDING || pending.has(key)) return
    if (pending.size === 0) setTimeout(flush, COLLECT_MS)
    places.set(place, count + 1)
    pending.set(key, thrown)
  }

  function flush(): void {
    const errors = [...pending.values()].map(({ promise: _, ...thrown }) => thrown)
    pending.clear()
    places.clear()
    if (errors.length > 0) report(errors)
  }

  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    const place = `${filename}:${lineno}:${colno}`
    add(place, message, { error, message, place })
  })
  addEventListener('unhandledrejection', ({ promise, reason }) => {
    add('promise', messageOf(reason), { error: reason, promise })
  })
  addEventListener('rejectionhandled', ({ promise }) => {
    for (const [key, thrown] of pending) if (thrown.promise === promise) pending.delete(key)
  })
  addEventListener('pagehide', flush)
}

/** Reads the message of a thrown value, whose getters may throw too. */
export function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Object ? Reflect.get(error, 'message') : error
    return String(message ?? '')
  } catch {
    return ''
  }
}
