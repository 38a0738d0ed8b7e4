import { sessionId, useSession } from './session'

/** A value that is released when the session ends. */
interface Closable {
  close: () => void
}

const values = new Map<symbol, Closable>()

/**
 * Returns a value that all tabs share for the current session. It is closed when the session ends: nothing of one session
 * is left in memory for the next (D21, session state). A renewed session keeps it.
 *
 * @param key identifies the value; a constant of the module that creates it
 * @param create creates the value on its first use in the session
 */
export function sessionValue<T extends Closable>(key: symbol, create: () => T): T {
  const known = values.get(key) as T | undefined
  if (known) return known
  const value = create()
  values.set(key, value)
  const session = sessionId()
  // Each for itself: a tab's value that throws must not keep the others open.
  const stop = useSession.subscribe(() => {
    if (sessionId() === session) return
    stop()
    values.delete(key)
    value.close()
  })
  return value
}
