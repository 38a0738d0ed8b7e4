import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { scores } from './scores'

it('requests the matching rows and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(scores.load, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(requests).toEqual([{ method: 'post', url: 'SelectScores', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([expect.objectContaining({ id: 1, points: 5, locate: null })])
  expect(rows[0]).not.toHaveProperty('secret')
})

it('says which points and which dates its columns have', () => {
  const described = scores.columns.flatMap(({ header, description }) => (description ? [[header, description]] : []))
  expect(Object.fromEntries(described)).toEqual({
    Puntaje: 'Puntos propios, sin los puntos por referir',
    Fecha: 'Fecha del puntaje',
  })
})
