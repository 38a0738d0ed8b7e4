import { backend, field, filterBy, openFilter, openTab, type RenderedTab, renderTab } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scores } from './tab'

const row = (id: number, name: string, locate = 'Cali') => ({ id, points: 10, name, locate, date: null })
/** Opens the filter of a column. */
async function choicesOf(user: RenderedTab['user'], column: string) {
  await user.click(screen.getByRole('button', { name: '+ Filtro' }))
  const menu = within(await screen.findByRole('group', { name: '+ Filtro' }))
  await user.click(await menu.findByRole('button', { name: column }))
  return screen.getAllByRole('option').map(({ textContent }) => textContent)
}

it('a form of a text in the URL selects its choice', async () => {
  backend.respond('SelectScores', { data: ['Cali', 'Cali ', 'Tunja'].map((locate, id) => row(id, 'Ana', locate)) })
  const { user } = await renderTab(scores.Tab, { params: `locate=${encodeURIComponent('\u200BCali')}` })
  await screen.findByText('2 encontrados')
  expect(await choicesOf(user, 'Punto de venta')).toEqual(['Cualquiera', 'Cali (2)', 'Tunja (1)'])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Cali (2)')
})

it('sends a filter as it was typed, but none without visible characters', async () => {
  const { user } = await openTab(scores)
  const typed = 'Jose\u0301 \u00A0Núñez'
  const dialog = await openFilter(user)
  await user.click(field())
  await user.paste('\u200B \u2060')
  await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
  await dialog.findByText('Falta el nombre o el número de teléfono.')
  await user.clear(field())
  await user.type(field(), `${typed}{Enter}`)
  await waitFor(() =>
    expect(backend.requests('SelectScores').map(({ body }) => JSON.parse(body))).toEqual([
      {},
      { prmNameOrPhone: typed },
    ]),
  )
})

it.each([
  ['304 335 4628', true],
  ['+573043354628', true],
  ['3043354628', false],
  ['Núñez', false],
])('where the service finds none of %j, says how a phone may be written: %s', async (text, isSaid) => {
  backend.respond('SelectScores', { data: [row(1, 'Ana')] })
  const { user } = await renderTab(scores.Tab)
  await screen.findByText('1 en total')
  backend.respond('SelectScores', { data: [] })
  await filterBy(user, text)
  await screen.findByText('Nada coincide con los filtros.')
  expect(screen.queryByText(/pruebe con los diez dígitos/) !== null).toBe(isSaid)
})
