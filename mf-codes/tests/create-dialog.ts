import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Opens the dialog 'Creacion de codigos' and waits for the focus on its field. */
export async function openCreateDialog(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Crear codigo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Creacion de codigos' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Cantidad Codigos')
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { dialog, field, create: dialog.getByRole<HTMLButtonElement>('button', { name: 'Crear' }) }
}
