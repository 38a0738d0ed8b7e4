import { expect, it } from 'vitest'
import { atATime } from './at-a-time'

/** Work that ends when it is told to. */
function heldWork() {
  const begun: { item: string; end: (result: string) => void; fail: (reason: Error) => void }[] = []
  const work = (item: string) =>
    new Promise<string>((resolve, reject) => void begun.push({ item, end: resolve, fail: reject }))
  return { work, begun, items: () => begun.map(({ item }) => item) }
}

it('begins so many, and another whenever one ends', async () => {
  const { work, begun, items } = heldWork()
  const all = atATime(2, ['a', 'b', 'c'], work)
  expect(items()).toEqual(['a', 'b'])
  begun[1]?.end('B')
  await expect.poll(items).toEqual(['a', 'b', 'c'])
  begun[0]?.end('A')
  begun[2]?.end('C')
  expect(await all).toEqual(['B', 'A', 'C'])
})

it('fails with the first, and has then begun no more than were at work', async () => {
  const { work, begun, items } = heldWork()
  const all = atATime(1, ['a', 'b'], work)
  begun[0]?.fail(new Error('a is bad'))
  await expect(all).rejects.toThrow('a is bad')
  expect(items()).toEqual(['a'])
})
