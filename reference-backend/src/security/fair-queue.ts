import PQueue from 'p-queue'
import { HttpError } from '../http/errors'

/** The maximum of tasks of a key that wait or run. */
const maxTasks = 100
/** Longer than they take. */
const retryAfterSeconds = 10

/** Runs a task in turn. Rejects with 429 when too many of its key wait, and as the task does. */
export type RunInTurn = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>

/** Creates a queue in which a key with many tasks does not delay another key: the n-th task of each key precedes all later ones. */
export function createFairQueue(concurrency: number): RunInTurn {
  const queue = new PQueue({ concurrency })
  const tasks = new Map<string, number>()
  return async (key, task) => {
    const earlier = tasks.get(key) ?? 0
    if (earlier >= maxTasks)
      throw new HttpError(
        429,
        'too_many_attempts',
        `Too many sign-ins are waiting: try again in ${retryAfterSeconds} seconds.`,
        { 'Retry-After': String(retryAfterSeconds) },
      )
    tasks.set(key, earlier + 1)
    try {
      return await queue.add(task, { priority: -earlier })
    } finally {
      const left = (tasks.get(key) ?? 1) - 1
      if (left === 0) tasks.delete(key)
      else tasks.set(key, left)
    }
  }
}
