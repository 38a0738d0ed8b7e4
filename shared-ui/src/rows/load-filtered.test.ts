import { apiClient } from 'shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadFiltered } from './load-filtered'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('loadFiltered', () => {
  it.each([
    ['everything', undefined, {}],
    ['what matches', 'Ana', { prmNameOrPhone: 'Ana' }],
  ])('asks for %s', async (_what, filter, body) => {
    const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: [{ id: 1, other: 'x' }] })
    const { signal } = new AbortController()

    const rows = await loadFiltered('SelectScores', ['id', 'name'])({ filter, signal })

    expect(post.mock.calls).toEqual([['SelectScores', body, { signal }]])
    expect(rows).toEqual([{ id: 1, name: null }])
  })
})
