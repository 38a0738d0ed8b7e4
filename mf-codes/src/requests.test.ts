import { apiClient } from '@canje/shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isRedeemed } from './code-display'
import { createCodes, deleteAll, deleteOne } from './outcome'

const refetch = async () => undefined

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

describe('createCodes', () => {
  it('sends the quantity', async () => {
    const data = true
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await createCodes(12, refetch)
    expect(post.mock.calls).toEqual([['InsertCodes', { prmnumber_codes: 12 }, { reads: false }]])
  })
})

describe('deleteOne', () => {
  it('sends the id', async () => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: true })
    await deleteOne({ id: 7, name: 'ABC', userName: null, used: 0, date: null }, refetch)
    expect(post.mock.calls).toEqual([['DeleteCode', { prmCodeId: 7 }, { reads: false }]])
  })
})

describe('deleteAll', () => {
  it('sends a GET that bypasses caches', async () => {
    const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: true })
    await deleteAll(undefined, refetch)
    expect(get.mock.calls).toEqual([['DeleteAllCodes', { reads: false, headers: { 'Cache-Control': 'no-cache' } }]])
  })
})
