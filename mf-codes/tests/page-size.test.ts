import { screen, waitFor } from '@testing-library/react'
import { column, openSection } from 'tab-testing'
import { expect, it } from 'vitest'
import { codes } from './section'

it('shows 10, 25 or 50 codes a page and reports which', async () => {
  const { user, truth } = await openSection(codes)
  expect(screen.getByText(`Showing 1 to 10 of ${truth.length} entries`)).toBeDefined()
  const size = screen.getByRole('combobox', { name: 'Filas por página' })
  await user.click(size)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['10', '25', '50'])
  await user.click(screen.getByRole('option', { name: '25' }))
  await waitFor(() => expect(column('Id')).toHaveLength(Math.min(25, truth.length)))
})

it('marks codes by tags: unassigned in warning, unredeemed in success, redeemed in danger', async () => {
  const { truth } = await openSection(codes)
  expect(truth.slice(0, 10).some(({ used }) => used === 1)).toBe(true)
  const severities: Record<string, string> = {
    'No asignado': 'p-tag-warning',
    'sin redimir': 'p-tag-success',
    redimido: 'p-tag-danger',
  }
  for (const [text, severity] of Object.entries(severities)) {
    const [tag] = screen.getAllByText(text)
    expect(tag?.closest('.p-tag')?.classList.contains(severity)).toBe(true)
  }
})
