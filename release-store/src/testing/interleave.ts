import type { Call } from './client'

/**
 * Runs clients at the same time, in an order that is chosen: only one call is made at a time, and only when every client
 * waits to make one.
 *
 * @param choose an index below a number
 */
export async function interleave(
  clients: readonly ((inTurn: Call) => Promise<void>)[],
  choose: (below: number) => number,
): Promise<void> {
  const running = new Map(clients.map((_, client) => [client, [] as (() => void)[]]))
  let isBusy = false
  let last = 0
  const next = () => {
    const queues = [...running.values()]
    if (isBusy || queues.length === 0 || queues.some((queue) => queue.length === 0)) return
    isBusy = true
    // In bursts, so that all of a command often happens between two calls of another one.
    if (!running.has(last) || choose(4) === 0) last = [...running.keys()][choose(queues.length)] ?? 0
    running.get(last)?.shift()?.()
  }
  const run = async (client: number, task: (inTurn: Call) => Promise<void>) => {
    const inTurn: Call = async (call) => {
      await new Promise<void>((go) => {
        running.get(client)?.push(go)
        next()
      })
      return call().finally(() => {
        isBusy = false
        next()
      })
    }
    await task(inTurn).finally(() => running.delete(client))
    next()
  }
  await Promise.all(clients.map((task, client) => run(client, task)))
}
