import { loadAnswered } from 'tab-testing'
import { expect, it } from 'vitest'
import { selectScores } from './select-scores'

it('asks for the rows that match and keeps their specified fields', async () => {
  const { asked, rows } = await loadAnswered(selectScores, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(asked).toEqual([{ method: 'post', url: 'SelectScores', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([{ id: 1, points: 5, name: null, locate: null, date: null }])
})
