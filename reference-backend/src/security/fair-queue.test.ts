import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue'

/** Acquires a slot per key, releases each at once, and resolves with their order; a refused key is marked. */
async function orderOf(keys: string[], { concurrency = 1, maxQueued = 100 } = {}): Promise<string[]> {
  const acquireSlot = createFairQueue(concurrency, maxQueued)
  const endFirsts = await Promise.all(Array.from({ length: concurrency }, () => acquireSlot('first')))
  const order: string[] = []
  const turns = keys.map(async (key, index) => {
    const releaseSlot = await acquireSlot(key).catch(() => undefined)
    order.push(releaseSlot ? `${key}${index}` : `${key}${index} refused`)
    releaseSlot?.()
  })
  for (const endFirst of endFirsts) endFirst()
  await Promise.all(turns)
  return order
}

it('serves keys round robin, and each key first in, first out', async () => {
  expect(await orderOf(['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2'])
})

it('refuses the last of the longest queue when the limit is exceeded', async () => {
  const order = await orderOf(['a', 'a', 'a', 'b', 'c'], { maxQueued: 3 })

  expect(order).toEqual(['a2 refused', 'a1 refused', 'a0', 'b3', 'c4'])
})

it('refuses with 429 and Retry-After', async () => {
  const acquireSlot = createFairQueue(1, 0)
  await acquireSlot('a')

  await expect(acquireSlot('a')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '10' } })
})

it('grants as many slots as its concurrency, also after it was empty', async () => {
  const acquireSlot = createFairQueue(2, 100)
  for (let round = 0; round < 2; round++) {
    const [end1, end2] = await Promise.all([acquireSlot('a'), acquireSlot('a')])
    let began = false
    const third = acquireSlot('a').then((end) => {
      began = true
      return end
    })
    await Promise.resolve()
    expect(began).toBe(false)
    end1?.()
    const end3 = await third
    end2?.()
    end3()
  }
})
