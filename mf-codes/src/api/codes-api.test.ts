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
  it('sends the quantity', async () => {
    const data = true
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await insertCodes(12)
    expect(post.mock.calls).toEqual([['InsertCodes', { prmnumber_codes: 12 }, { reads: false }]])
  })
})

describe('deleteCode', () => {
  it('sends the id', async () => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: true })
    await deleteCode({ id: 7, name: 'ABC', userName: null, used: 0, date: null }, {})
    expect(post.mock.calls).toEqual([['DeleteCode', { prmCodeId: 7 }, { reads: false }]])
  })
})

describe('deleteAllCodes', () => {
  it('sends a GET that bypasses caches', async () => {
    const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: true })
    await deleteAllCodes()
    expect(get.mock.calls).toEqual([['DeleteAllCodes', { reads: false, headers: { 'Cache-Control': 'no-cache' } }]])
  })
})
