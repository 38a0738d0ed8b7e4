import { apiClient } from '@canje/shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isRedeemed } from '../code-display'
import { deleteAllCodes } from './delete-all-codes'
import { deleteCode } from './delete-code'
import { insertCodes } from './insert-codes'

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

describe('insertCodes', () => {
  it.each([true, 1, [{ id: 1 }], {}])('succeeds with the payload %j', async (data) => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await insertCodes(12)
    expect(post.mock.calls).toEqual([['InsertCodes', { prmnumber_codes: 12 }, { reads: false }]])
  })

  it.each([null, false, 0, ''])('fails with the payload %j', async (data) => {
    vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await expect(insertCodes(12)).rejects.toThrow('InsertCodes did not create the 12 codes')
  })
})

describe('deleteCode', () => {
  it('sends the id, whatever the payload', async () => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: null })
    await deleteCode({ id: 7, name: 'ABC', userName: null, used: 0, date: null })
    expect(post.mock.calls).toEqual([['DeleteCode', { prmCodeId: 7 }, { reads: false }]])
  })
})

describe('deleteAllCodes', () => {
  it('sends a GET that bypasses caches', async () => {
    const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: null })
    await deleteAllCodes()
    expect(get.mock.calls).toEqual([['DeleteAllCodes', { reads: false, headers: { 'Cache-Control': 'no-cache' } }]])
  })
})
