import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { referrals } from './referrals'

it('requests the matching rows and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(referrals.load, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(requests).toEqual([{ method: 'post', url: 'SelectReferrals', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([expect.objectContaining({ id: 1, points: 5, locate: null })])
  expect(rows[0]).not.toHaveProperty('secret')
})

it('says which points and which dates its columns have', () => {
  const described = referrals.columns.flatMap(({ header, description }) => (description ? [[header, description]] : []))
  expect(Object.fromEntries(described)).toEqual({
    Puntaje: 'Puntos por referir a otra persona',
    Usuario: 'Persona que refirió y recibe los puntos',
    Referido: 'Persona que fue referida',
    Fecha: 'Fecha del referido',
  })
})
