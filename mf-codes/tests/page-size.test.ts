import { backend, openTab, waitForRows } from '@canje/tab-testing'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { someOf } from './long'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

it('shows the range of displayed codes in English', async () => {
  const { user } = await openTab(codes)
  expect(screen.getByText('Showing 1 to 10 of 41 entries')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Última página' }))
  await screen.findByText('Showing 41 to 41 of 41 entries')
})

/** Waits for the list of page sizes. It is hidden for PrimeReact, since jsdom does no layout. */
async function sizes() {
  const list = within(await screen.findByRole('listbox', { hidden: true }))
  return list.getAllByRole('option', { hidden: true })
}

async function openSizes(user: UserEvent) {
  const field = await screen.findByRole('combobox', { name: 'Filas por página' })
  field.focus()
  await user.keyboard('{ArrowDown}')
}

async function choose(user: UserEvent, size: string) {
  await openSizes(user)
  const option = (await sizes()).find(({ textContent }) => textContent === size)
  if (!option) throw new Error(`The list has no page size ${size}.`)
  await user.click(option)
}

it.each(
  someOf([
    [25, 'Showing 1 to 25 of 41 entries'],
    [50, 'Showing 1 to 41 of 41 entries'],
  ] as const),
)('shows the first page with %i codes, then with 10, without another request', async (size, report) => {
  const { user, backendRows } = await openTab(codes)
  await user.click(screen.getByRole('button', { name: 'Página 2' }))
  await choose(user, String(size))
  await waitForRows(codes, backendRows.slice(0, size))
  expect(screen.getByText(report)).toBeDefined()
  await choose(user, '10')
  await waitForRows(codes, backendRows.slice(0, 10))
  expect(backend.requests('SelectCodes')).toHaveLength(1)
})
