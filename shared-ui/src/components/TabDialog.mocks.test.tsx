import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { TabDialog } from './TabDialog'

const code = vi.hoisted(() => ({ arrive: () => {} }))
vi.mock('primereact/dialog', async (original) => {
  await new Promise<void>((resolve) => {
    code.arrive = resolve
  })
  return original()
})

function Opener() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <TabDialog header="Filtrar" visible={isOpen} onHide={() => setOpen(false)} className="">
        <input aria-label="Nombre" data-pc-autofocus="true" />
      </TabDialog>
    </>
  )
}

it('keeps the keyboard from what it covers while its code loads, and gives the focus to its field then', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Abrir' })
  const open = async () => {
    await user.click(opener)
    const dialog = screen.getByRole('alertdialog', { name: 'Filtrar' })
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    return dialog
  }
  const dialog = await open()
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  for (const shift of [false, false, true, true]) {
    await user.tab({ shift })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' }))
  }
  const onEscape = vi.fn()
  document.addEventListener('keydown', onEscape)
  await user.keyboard('{Escape}')
  document.removeEventListener('keydown', onEscape)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onEscape).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(opener)

  await open()
  code.arrive()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filtrar' })).toBeNull())
  expect(document.activeElement).toBe(opener)
})
