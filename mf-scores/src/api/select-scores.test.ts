import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { selectScores } from './select-scores'

it('asks for the rows that match and keeps their specified fields', async () => {
  const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: [{ id: 1, points: 5, secret: 'x' }] })
  const { signal } = new AbortController()

  const [row] = await selectScores({ filter: 'Ana', signal })

  expect(post.mock.calls).toEqual([['SelectScores', { prmNameOrPhone: 'Ana' }, { signal }]])
  expect(row).toEqual({ id: 1, points: 5, name: null, locate: null, date: null })
})
