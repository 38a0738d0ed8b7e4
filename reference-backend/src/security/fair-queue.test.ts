import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue'

/** Runs a task per key while the queue is busy, and resolves with their order. */
async function orderOf(keys: string[]): Promise<string[]> {
  const runInTurn = createFairQueue(1)
  let end = () => {}
  const busy = runInTurn('busy', () => new Promise<void>((resolve) => (end = resolve)))
  const order: string[] = []
  const tasks = keys.map((key, index) => runInTurn(key, async () => order.push(`${key}${index}`)))
  end()
  await Promise.all([busy, ...tasks])
  return order
}

it('serves keys in turn, and each key first in, first out', async () => {
  expect(await orderOf(['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2'])
})

it('refuses the 101st task of a key with 429 and Retry-After, and accepts other keys and later tasks', async () => {
  const runInTurn = createFairQueue(2)
  let end = () => {}
  const busy = new Promise<void>((resolve) => {
    end = resolve
  })
  const waiting = Array.from({ length: 100 }, () => runInTurn('a', () => busy))
  await expect(runInTurn('a', () => busy)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '10' } })
  const other = runInTurn('b', async () => 'served')
  end()
  expect(await other).toBe('served')
  await Promise.all(waiting)
  expect(await runInTurn('a', async () => 'served')).toBe('served')
})

it('releases the place of a task that fails', async () => {
  const runInTurn = createFairQueue(1)
  for (let time = 0; time < 101; time++) {
    await expect(runInTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
})
