import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { EXTENSIONS, stubService } from '../testing/details'

const { Extension } = EXTENSIONS
let service: ReturnType<typeof stubService>
beforeEach(() => {
  service = stubService({
    SelectCodes: [
      { id: 1, name: 'A', userName: 'Ana', used: 0 },
      { id: 2, name: 'B', userName: null, used: 0 },
    ],
  })
})

it('shows a subject without a frame, with texts in place of links, and renews itself', async () => {
  render(<Extension slot="detalle:codigo" input={{ id: 1 }} />)
  expect(await screen.findByText('Ana')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Ana' })).toBeNull()
  service.lists = { SelectCodes: [{ id: 1, name: 'A', userName: 'Eva', used: 0 }] }
  await userEvent.setup().click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Eva')).toBeDefined()
  expect(service.requests).toEqual(['SelectCodes', 'SelectCodes'])
})

it('shows another subject from its start', async () => {
  const { rerender } = render(<Extension slot="detalle:codigo" input={{ id: 1 }} />)
  const heading = await screen.findByRole('heading', { name: 'A' })
  rerender(<Extension slot="detalle:codigo" input={{ id: 1, renewedAt: 0 }} />)
  expect(screen.getByRole('heading', { name: 'A' })).toBe(heading)
  rerender(<Extension slot="detalle:codigo" input={{ id: 2 }} />)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'B' })).not.toBe(heading))
})

it('finds the row of an id whose name is the same text, among others with that name', async () => {
  service.lists = {
    SelectCodes: [
      { id: 1, name: 'A  1', userName: 'Ana', used: 0 },
      { id: 2, name: 'A 1', userName: 'Eva', used: 0 },
    ],
  }
  render(<Extension slot="detalle:codigo" input={{ id: 1, name: 'A 1' }} />)
  expect(await screen.findByText('Ana')).toBeDefined()
  expect(screen.queryByText('Eva')).toBeNull()
})

it('says what is missing without a subject', () => {
  render(<Extension slot="detalle:codigo" input={{ id: null }} />)
  expect(screen.getByText('Falta el id o el nombre de lo que se quiere ver.')).toBeDefined()
})
