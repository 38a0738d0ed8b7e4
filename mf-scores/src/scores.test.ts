import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { scores } from './scores'

it('requests the matching rows and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(scores.load, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(requests).toEqual([{ method: 'post', url: 'SelectScores', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([expect.objectContaining({ id: 1, points: 5, locate: null })])
  expect(rows[0]).not.toHaveProperty('secret')
})
