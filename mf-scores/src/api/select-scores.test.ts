import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { selectScores } from './select-scores'

it('requests the matching rows and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(selectScores, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(requests).toEqual([{ method: 'post', url: 'SelectScores', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([{ id: 1, points: 5, name: null, locate: null, date: null }])
})
