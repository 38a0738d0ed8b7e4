import { fetchMap, sourceStack } from './source-stack'

declare global {
  var __CANJE_SOURCE_FRAMES__: true | undefined
}

/**
 * Makes the overlay of the dev server show the frames of sources. Runs in development, in the page, before the overlay listens:
 * an error waits for its source maps, and is then announced again. One bundle of a page does so for all.
 */
if (!globalThis.__CANJE_SOURCE_FRAMES__) {
  globalThis.__CANJE_SOURCE_FRAMES__ = true
  const known = new WeakSet<Error>()
  const announceMapped = (event: Event, error: unknown, copy: () => Event) => {
    if (!(error instanceof Error) || known.has(error)) return
    known.add(error)
    event.stopImmediatePropagation()
    sourceStack(error.stack ?? '', fetchMap)
      .then((stack) => {
        error.stack = stack
      })
      .catch(console.error)
      .finally(() => globalThis.dispatchEvent(copy()))
  }
  addEventListener(
    'error',
    (event) =>
      announceMapped(event, event.error, () => new ErrorEvent('error', { error: event.error, message: event.message })),
    true,
  )
  addEventListener(
    'unhandledrejection',
    (event) => announceMapped(event, event.reason, () => new PromiseRejectionEvent('unhandledrejection', event)),
    true,
  )
}
