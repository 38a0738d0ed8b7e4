import { expect, it } from 'vitest'
import { inSlices } from './in-slices'

it.each([0, 1, 5_000, 12_345])('transforms %i items in order', async (length) => {
  const items = Array.from({ length }, (_, index) => index)
  expect(await inSlices(items, (item) => item * 2)).toEqual(items.map((item) => item * 2))
})

it('lets other tasks run between slices', async () => {
  let done = 0
  const transformed = inSlices(Array.from({ length: 12_000 }), () => done++)
  const seen: number[] = []
  while (done < 12_000) {
    await new Promise((resolve) => setTimeout(resolve))
    seen.push(done)
  }
  await transformed
  expect(seen).toContain(10_000)
})
