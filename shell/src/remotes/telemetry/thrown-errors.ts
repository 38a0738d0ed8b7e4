import type { Thrown } from './event'

/** Watches for errors and rejections that nothing handles. */
export function watchErrors(report: (thrown: Thrown) => void): void {
  addEventListener('error', ({ error, filename, lineno, colno }) => {
    // Browsers have none where they complain of layout in several steps, and for scripts that a page may not read.
    if (error) report({ error, place: `${filename}:${lineno}:${colno}` })
  })
  addEventListener('unhandledrejection', ({ reason }) => report({ error: reason }))
}

/** Reads a text of a thrown value. A value that is no object is its message. */
export function textOf(error: unknown, property: 'name' | 'message' | 'stack'): string {
  const isMessage = property === 'message' && error !== Object(error)
  return String((isMessage ? error : Reflect.get(Object(error), property)) ?? '')
}
