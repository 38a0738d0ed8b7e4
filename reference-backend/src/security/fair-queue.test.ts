import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue'

/** Takes turns for keys, ends each at once, and resolves with the order in which they came; a refused one is marked. */
async function orderOf(keys: string[], { atOnce = 1, longest = 100 } = {}): Promise<string[]> {
  const takeTurn = createFairQueue(atOnce, longest)
  const endFirsts = await Promise.all(Array.from({ length: atOnce }, () => takeTurn('first')))
  const order: string[] = []
  const turns = keys.map(async (key, index) => {
    const endTurn = await takeTurn(key).catch(() => undefined)
    order.push(endTurn ? `${key}${index}` : `${key}${index} refused`)
    endTurn?.()
  })
  for (const endFirst of endFirsts) endFirst()
  await Promise.all(turns)
  return order
}

it('serves its keys in turn, and each in the order of asking', async () => {
  expect(await orderOf(['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2'])
})

it('refuses the last of the longest line when it is full', async () => {
  const order = await orderOf(['a', 'a', 'a', 'b', 'c'], { longest: 3 })

  expect(order).toEqual(['a2 refused', 'a1 refused', 'a0', 'b3', 'c4'])
})

it('refuses with 429 and Retry-After', async () => {
  const takeTurn = createFairQueue(1, 0)
  await takeTurn('a')

  await expect(takeTurn('a')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '10' } })
})

it('gives the turn to as many at once as may have it, also after it was empty', async () => {
  const takeTurn = createFairQueue(2, 100)
  for (let round = 0; round < 2; round++) {
    const [end1, end2] = await Promise.all([takeTurn('a'), takeTurn('a')])
    let began = false
    const third = takeTurn('a').then((end) => {
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
