import { backend, renderTab } from '@canje/tab-testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scores } from './tab'

it('shows the dates of a person as the service sends them, without the time of a known form', async () => {
  const dates = [
    '2025-10-22 10:42:00',
    '2025-10-22T10:42Z',
    '2025-10-22',
    '22/10/2025 10:42',
    'octubre 22, 2025',
    20251022,
  ]
  backend.respond('SelectScores', { data: dates.map((date, id) => ({ id, name: 'Ana', points: 1, date })) })
  backend.respond('SelectUsers', { data: [] })
  const { user } = await renderTab(scores.Tab)
  const [link] = await screen.findAllByRole('link', { name: 'Ana' })
  if (link) await user.click(link)
  const panel = within(await screen.findByRole('dialog'))
  await user.click(await panel.findByRole('button', { name: /^Mostrar más/ }))
  const rows = panel.getAllByRole('listitem').slice(0, dates.length)
  expect(rows.map((row) => within(row).getByRole('time').textContent)).toEqual([
    ...Array(3).fill('2025-10-22'),
    ...dates.slice(3).map(String),
  ])
})
