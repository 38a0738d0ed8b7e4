import { expect, it, vi } from 'vitest'

it('waits for a condition that takes longer than the second of Vitest', async () => {
  const startMs = performance.now()
  await vi.waitFor(() => expect(performance.now() - startMs).toBeGreaterThan(1_100))
})

it('keeps the limit of a call', async () => {
  const never = () => expect(1).toBe(2)
  await expect(vi.waitFor(never, 20)).rejects.toThrow()
  await expect(vi.waitFor(never, { timeout: 20 })).rejects.toThrow()
})
