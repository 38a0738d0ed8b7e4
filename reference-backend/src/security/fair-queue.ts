import { HttpError } from '../http/errors'

/** Acquires a slot for a key. Resolves with the function that releases it; rejects with 429 when the queue is full. */
export type AcquireSlot = (key: string) => Promise<() => void>

interface Waiter {
  start(): void
  refuse(error: HttpError): void
}

/** Longer than a full queue takes to drain. */
const retryAfterSeconds = 10

/**
 * A semaphore with a queue per key, served round robin, so that a key with many waiters does not delay another key.
 *
 * @param concurrency the number of slots
 * @param maxQueued the maximum of waiters; beyond it, the last of the longest queue is refused
 */
export function createFairQueue(concurrency: number, maxQueued: number): AcquireSlot {
  // In round-robin order: the first queue is served next, and moves to the end.
  const queues = new Map<string, Waiter[]>()
  let waiting = 0
  let free = concurrency

  const join = (key: string, waiter: Waiter) => {
    const queue = queues.get(key)
    if (queue) queue.push(waiter)
    else queues.set(key, [waiter])
    waiting++
  }
  const leave = (key: string, queue: Waiter[], waiter: Waiter | undefined) => {
    if (queue.length === 0) queues.delete(key)
    waiting--
    return waiter
  }
  const releaseSlot = () => {
    const [next] = queues
    if (!next) {
      free++
      return
    }
    const [key, queue] = next
    queues.delete(key)
    queues.set(key, queue)
    leave(key, queue, queue.shift())?.start()
  }
  const refuseLast = () => {
    const [key, queue] = [...queues].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    leave(key, queue, queue.pop())?.refuse(
      new HttpError(
        429,
        'too_many_attempts',
        `Too many sign-ins are waiting: try again in ${retryAfterSeconds} seconds.`,
        {
          'Retry-After': String(retryAfterSeconds),
        },
      ),
    )
  }
  return async (key) => {
    if (free > 0) free--
    else
      await new Promise<void>((start, refuse) => {
        join(key, { start, refuse })
        if (waiting > maxQueued) refuseLast()
      })
    return releaseSlot
  }
}
