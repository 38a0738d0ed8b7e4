import { apiClient } from 'shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { selectReferrals } from './select-referrals'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('selectReferrals', () => {
  it.each([
    ['everything', undefined, {}],
    ['what matches', 'Ana', { prmNameOrPhone: 'Ana' }],
  ])('asks for %s', async (_what, filter, body) => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: [{ id: 1, points: 5 }] })
    const { signal } = new AbortController()

    const rows = await selectReferrals({ filter, signal })

    expect(post.mock.calls).toEqual([['SelectReferrals', body, { signal }]])
    expect(rows).toMatchObject([{ id: 1, points: 5, locate: null, date: null }])
  })
})
