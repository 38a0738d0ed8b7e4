import { expect, it, onTestFinished, vi } from 'vitest'
import { inSlices } from './in-slices'

it('transforms items in order, and lets other tasks run when a slice takes long', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  let done = 0
  const other = new Promise((resolve) => setTimeout(() => resolve(done)))
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const transformed = inSlices(items, (item) => {
    time += 0.03
    done++
    return item * 2
  })
  expect(await other).toBe(334)
  expect(await transformed).toEqual(items.map((item) => item * 2))
})
