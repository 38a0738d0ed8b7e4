/**
 * Asks for a turn; resolves, in the order of asking, with the function that ends it. Rejects with the signal's reason
 * when that aborts before the turn has come.
 */
export type TakeTurn = (signal?: AbortSignal) => Promise<() => void>

/** A queue in which so many holders at a time have the turn. */
export function createTurns(atOnce = 1): TakeTurn {
  const waiting: (() => void)[] = []
  let free = atOnce
  const endTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  return async (signal) => {
    signal?.throwIfAborted()
    if (free > 0) free--
    else await wait(signal)
    return endTurn
  }
}
