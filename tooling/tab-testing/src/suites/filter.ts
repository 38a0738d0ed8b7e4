import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { Read } from './faults/faulty-tab'
import { pressButton } from './faults/page'

/**
 * Opens the filter dialog.
 *
 * @returns testing-library queries within the dialog
 */
export async function openFilter(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Filtrar' }))
  return within(await screen.findByRole('dialog', { name: 'Filtrar' }))
}

/** The filter, for `describeFaults`, whose presses are many: queries by role and typed keys are slow in jsdom. */
export const filterRead: Read = {
  async prepare(user) {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await pressButton('Filtrar')
    fireEvent.change(await screen.findByLabelText('Filtrar Puntaje'), { target: { value: 'a' } })
  },
  press: () => pressButton('Filtrar', '[role=dialog]'),
}

/** Finds the text field of the filter dialog. */
export function field(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('Filtrar Puntaje')
}

/** Opens the filter dialog, types the text and presses Enter. */
export async function filterBy(user: UserEvent, text: string): Promise<void> {
  await openFilter(user)
  await user.type(field(), `${text}{Enter}`)
}
