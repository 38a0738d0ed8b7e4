import { screen } from '@testing-library/react'
import { openSection } from 'tab-testing'
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
