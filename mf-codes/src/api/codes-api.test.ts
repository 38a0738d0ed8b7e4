import { apiClient } from 'shared-auth'
import { loadAnswered } from 'tab-testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteAllCodes } from './delete-all-codes'
import { deleteCode } from './delete-code'
import { insertCodes } from './insert-codes'
import { isRedeemed, selectCodes } from './select-codes'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('selectCodes', () => {
  it('asks for every code', async () => {
    const { asked, rows } = await loadAnswered(selectCodes, [{ id: 1, name: 'ABC', used: 0 }])
    expect(asked).toEqual([{ method: 'get', url: 'SelectCodes' }])
    expect(rows).toEqual([{ id: 1, name: 'ABC', userName: null, used: 0, date: null }])
  })
})

describe('isRedeemed', () => {
  it.each([1, '1', true])('is true of used %j', (used) => {
    expect(isRedeemed({ used })).toBe(true)
  })

  it.each([0, '0', false, null, 2, '', 'true', 'si'])('is false of used %j', (used) => {
    expect(isRedeemed({ used })).toBe(false)
  })
})

describe('insertCodes', () => {
  it.each([true, 1, [{ id: 1 }], {}])('is done when the payload is %j', async (data) => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await insertCodes(12)
    expect(post.mock.calls).toEqual([['InsertCodes', { prmnumber_codes: 12 }]])
  })

  it.each([null, false, 0, ''])('has failed when the payload is %j', async (data) => {
    vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
    await expect(insertCodes(12)).rejects.toThrow('InsertCodes did not create the 12 codes')
  })
})

describe('deleteCode', () => {
  it('names the code by its id, whatever the payload', async () => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: null })
    await deleteCode(7)
    expect(post.mock.calls).toEqual([['DeleteCode', { prmCodeId: 7 }]])
  })
})

describe('deleteAllCodes', () => {
  it('is a GET that no cache may answer', async () => {
    const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: null })
    await deleteAllCodes()
    expect(get.mock.calls).toEqual([['DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } }]])
  })
})
