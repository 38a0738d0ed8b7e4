import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { people, renderPeople, shownNames } from '../testing/people'

describe('RowsTable', () => {
  it('shows places for rows while the first are on their way, then the first page', async () => {
    const { call } = renderPeople()
    expect(document.querySelectorAll('.p-skeleton')).toHaveLength(20)
    expect(document.querySelector('.p-datatable')?.getAttribute('aria-busy')).toBe('true')

    call(0).answer(people(25))

    await waitFor(() => expect(shownNames()[0]).toBe('Persona 1'))
    expect(shownNames()).toHaveLength(10)
    expect(document.querySelector('.p-datatable')?.getAttribute('aria-busy')).toBe('false')
    expect(screen.getByText('Showing 1 to 10 of 25 entries')).toBeDefined()
  })
})
