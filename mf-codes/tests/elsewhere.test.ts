import { backend, renderTab } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import FoundElsewhere from '../src/detail/FoundElsewhere'
import { respondEvents } from './detail'
import { codes } from './tab'

const event = (action: string, actionId: number) => ({
  ...{ action, actionId, date: '2025-01-01 09:00:00', codeId: 7, codeName: 'MAR5', count: 24 },
})
const search = (text: string, more: object = {}) => String(new URLSearchParams({ q: text, ...more }))

async function searchFor(params: string, features: readonly string[]) {
  backend.respond('SelectCodes', { data: [{ id: 1, name: 'JUN6', userName: null, used: 0, date: '2025-01-01' }] })
  await renderTab(codes.Tab, { params, features, extensions: { 'sin-resultado': FoundElsewhere } })
}

it.each(['MAR5', 'mar5'])('leads from a deleted code, searched as %s, to its deletion in Historial', async (text) => {
  respondEvents([event('delete_all', 2), event('create', 1)])
  await searchFor(search(text), ['history'])
  await screen.findByText(/fue eliminado 2025-01-01 09:00:00 por ana/)
  expect(screen.getByRole('link', { name: 'en un lote de 24' }).getAttribute('href')).toContain('historial=')
  await waitFor(() => expect(screen.queryByText(/Nada coincide/)).toBeNull())
})

it.each([
  ['was restored', ['history'], [event('restore', 3), event('delete', 2)]],
  ['nobody deleted', ['history'], []],
  ['the service has no history of', [], [event('delete', 2)]],
])('says of a code that %s that nothing matches', async (_kind, features, events) => {
  respondEvents(events)
  await searchFor(search('MAR5'), features)
  const asked = features.length
  await waitFor(() => expect(backend.requests('SelectStaffEvents').length).toBeGreaterThanOrEqual(asked))
  expect(await screen.findByText('Nada coincide con «MAR5».')).toBeDefined()
})

it('leads from a code that filters hide to the code', async () => {
  await searchFor(search('JUN6', { used: 'redimido' }), [])
  const link = await screen.findByRole('link', { name: 'verlo en Codigos' })
  expect(link.getAttribute('href')).toBe('/main?tab=codigos#q=JUN6')
})
