import { expect, it, vi } from 'vitest'
import { requestRows } from './backend-client'

it('suggests adding an endpoint that the reference backend lacks', async () => {
  await expect(requestRows('SelectPrizes')).rejects.toThrow(
    /^The reference backend has no endpoint \S+\/SelectPrizes: add it to reference-backend\/src\/info, or correct its name\.$/,
  )
})

it('signs in again when its session has ended', async () => {
  await requestRows('SelectUsers')
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('', { status: 401 }))
  await expect(requestRows('SelectUsers')).resolves.not.toEqual([])
  fetched.mockRestore()
})
