import { apiClient } from '@canje/shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isRedeemed } from './codes'
import { deleteAll } from './outcome'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('isRedeemed', () => {
  it.each([1, '1', true])('is true for used %j', (used) => {
    expect(isRedeemed({ used })).toBe(true)
  })

  it.each([0, '0', false, null, 2, '', 'true', 'si'])('is false for used %j', (used) => {
    expect(isRedeemed({ used })).toBe(false)
  })
})

describe('deleteAll', () => {
  it('sends a GET that bypasses caches', async () => {
    const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: true })
    await deleteAll(undefined, async () => undefined)
    expect(get.mock.calls).toEqual([['DeleteAllCodes', { reads: false, headers: { 'Cache-Control': 'no-cache' } }]])
  })
})
