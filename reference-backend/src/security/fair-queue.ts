import { HttpError } from '../http/errors'

/** Asks for a turn in the line of a key; resolves with the function that ends it. Rejects with 429 when refused. */
export type TakeFairTurn = (key: string) => Promise<() => void>

interface Waiter {
  start(): void
  refuse(error: HttpError): void
}

/** Longer than a full queue takes. */
const retryAfterSeconds = 10

/**
 * A queue with a line for each key, served round robin: a key with many waiting does not hold up another one.
 *
 * @param atOnce how many have the turn at a time
 * @param longest how many may wait; beyond it, the last of the longest line is refused
 */
export function createFairQueue(atOnce: number, longest: number): TakeFairTurn {
  // The first has the next turn, and goes to the end with it.
  const lines = new Map<string, Waiter[]>()
  let waiting = 0
  let free = atOnce

  const join = (key: string, waiter: Waiter) => {
    const line = lines.get(key)
    if (line) line.push(waiter)
    else lines.set(key, [waiter])
    waiting++
  }
  const leave = (key: string, line: Waiter[], waiter: Waiter | undefined) => {
    if (line.length === 0) lines.delete(key)
    waiting--
    return waiter
  }
  const endTurn = () => {
    const [next] = lines
    if (!next) {
      free++
      return
    }
    const [key, line] = next
    lines.delete(key)
    lines.set(key, line)
    leave(key, line, line.shift())?.start()
  }
  const refuseLast = () => {
    const [key, line] = [...lines].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    leave(key, line, line.pop())?.refuse(
      new HttpError(429, 'too_many_attempts', `Too many sign-ins wait: try again in ${retryAfterSeconds} seconds.`, {
        'Retry-After': String(retryAfterSeconds),
      }),
    )
  }
  return async (key) => {
    if (free > 0) free--
    else
      await new Promise<void>((start, refuse) => {
        join(key, { start, refuse })
        if (waiting > longest) refuseLast()
      })
    return endTurn
  }
}
