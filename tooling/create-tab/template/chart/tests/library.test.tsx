import { renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import Tab from '../src/Tab'

vi.mock('chart.js', () => {
  throw new Error('The library did not load.')
})

it('says that the chart is missing, and keeps the list', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderTab(Tab)
  expect(await screen.findByText('No se pudo mostrar el gráfico.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
})
