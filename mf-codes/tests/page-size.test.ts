import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { backend, openSection, shows } from 'tab-testing'
import { beforeEach, expect, it } from 'vitest'
import { codes } from './section'
import { stockCodes } from './stock'

beforeEach(stockCodes)

it('reports in English which codes are shown', async () => {
  const { user } = await openSection(codes)
  expect(screen.getByText('Showing 1 to 10 of 41 entries')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Última Página' }))
  await screen.findByText('Showing 41 to 41 of 41 entries')
})

/** The page sizes on offer, once they are. PrimeReact takes what jsdom has not laid out for hidden. */
async function sizes() {
  const list = within(await screen.findByRole('listbox', { hidden: true }))
  return list.getAllByRole('option', { hidden: true })
}

async function choose(user: UserEvent, size: string) {
  await user.click(screen.getByRole('button', { name: 'Filas por página' }))
  const option = (await sizes()).find(({ textContent }) => textContent === size)
  if (!option) throw new Error(`There is no page size ${size}.`)
  await user.click(option)
}

it('offers pages of 10, 25 and 50 codes', async () => {
  const { user } = await openSection(codes)
  await user.click(screen.getByRole('button', { name: 'Filas por página' }))
  expect((await sizes()).map(({ textContent }) => textContent)).toEqual(['10', '25', '50'])
})

it.each([
  [25, 'Showing 1 to 25 of 41 entries'],
  [50, 'Showing 1 to 41 of 41 entries'],
])('shows %i codes a page from the first one on, and 10 again, without another call', async (size, report) => {
  const { user, truth } = await openSection(codes)
  await user.click(screen.getByRole('button', { name: 'Página 2' }))
  await choose(user, String(size))
  await shows(codes, truth.slice(0, size))
  expect(screen.getByText(report)).toBeDefined()
  await choose(user, '10')
  await shows(codes, truth.slice(0, 10))
  expect(backend.calls('SelectCodes')).toHaveLength(1)
})

it('changes the page size by keyboard', async () => {
  const { user, truth } = await openSection(codes)
  screen.getByRole('textbox', { name: 'Filas por página' }).focus()
  await user.keyboard('{ArrowDown}')
  await sizes()
  await user.keyboard('{ArrowDown}{Enter}')
  await shows(codes, truth.slice(0, 25))
})
