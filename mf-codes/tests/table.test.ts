import { describeTable, openTab } from '@canje/tab-testing'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

// Another file of the worker may have deleted codes.
beforeAll(seedCodes)

describeTable(codes)

it('has pages of 10, 25 or 50 rows (specification §2)', async () => {
  const { user } = await openTab(codes)
  const field = await screen.findByRole('combobox', { name: 'Filas por página' })
  act(() => field.focus())
  await user.keyboard('{ArrowDown}')
  // Without layout in jsdom, PrimeReact treats the options as hidden.
  const list = within(await screen.findByRole('listbox', { hidden: true }))
  const sizes = list.getAllByRole('option', { hidden: true })
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '25', '50'])
})
