import { backend, renderTab } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scores } from './tab'

const totals = () => screen.getByRole('group', { name: 'Totales' }).textContent

it.each([
  [['1200', '"34"', '" -4 "', 'null', '""'], 'Suma de puntos: 1.230'],
  [['5', '"cinco"'], 'Suma de puntos: 5 (1 celda no es un número)'],
  [Array(1234).fill('"x"'), 'Suma de puntos: 0 (1.234 celdas no son un número)'],
  [['9007199254740993', '9007199254740992', '"1"'], 'Suma de puntos: 18.014.398.509.481.986'],
  [['9007199254740993', '-0.5'], 'Suma de puntos: 9.007.199.254.740.992,5'],
])('adds up the points %j', async (points, text) => {
  backend.respond('SelectScores', `{ "data": [${points.map((value) => `{ "points": ${value} }`)}] }`)
  await renderTab(scores.Tab)
  await waitFor(() => expect(totals()?.endsWith(text)).toBe(true))
})
