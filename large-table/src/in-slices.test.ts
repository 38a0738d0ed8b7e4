import { expect, it, onTestFinished, vi } from 'vitest'
import { inSlices } from './in-slices'

it.each([0, 1, 100, 1_234])('transforms %i items in order', async (length) => {
  const items = Array.from({ length }, (_, index) => index)
  expect(await inSlices(items, (item) => item * 2)).toEqual(items.map((item) => item * 2))
})

it('lets other tasks run when a slice takes long', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  let done = 0
  const other = new Promise((resolve) => setTimeout(() => resolve(done)))
  const transformed = inSlices(Array.from({ length: 1_000 }), () => {
    time += 0.03
    done++
  })
  expect(await other).toBe(334)
  expect(await transformed).toHaveLength(1_000)
})
