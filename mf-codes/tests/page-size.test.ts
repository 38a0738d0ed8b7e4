import { backend, openTab, waitForRows } from '@canje/tab-testing'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

/** Chooses a page size. The list is hidden for PrimeReact, since jsdom does no layout. */
async function choose(user: UserEvent, size: string) {
  const field = await screen.findByRole('combobox', { name: 'Filas por página' })
  field.focus()
  await user.keyboard('{ArrowDown}')
  const list = within(await screen.findByRole('listbox', { hidden: true }))
  const options = list.getAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual(['10', '25', '50'])
  await user.click(options.find(({ textContent }) => textContent === size) as HTMLElement)
}

it('shows the range of displayed codes in English', async () => {
  const { user } = await openTab(codes)
  expect(screen.getByText('Showing 1 to 10 of 41 entries')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Última página' }))
  await screen.findByText('Showing 41 to 41 of 41 entries')
})

it('shows the first page with 25 codes, then with 10, without another request', async () => {
  const { user, backendRows } = await openTab(codes)
  await user.click(screen.getByRole('button', { name: 'Página 2' }))
  await choose(user, '25')
  await waitForRows(codes, backendRows.slice(0, 25))
  expect(screen.getByText('Showing 1 to 25 of 41 entries')).toBeDefined()
  await choose(user, '10')
  await waitForRows(codes, backendRows.slice(0, 10))
  expect(backend.requests('SelectCodes')).toHaveLength(1)
})
