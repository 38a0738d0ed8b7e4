import { fireEvent, render, screen, waitFor } from '@testing-library/react'
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

it('stands in its place while its code loads, closes by Escape, and gives the focus to its field then', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const user = userEvent.setup()
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Abrir' })
  await user.click(opener)
  const inPlace = await screen.findByRole('alertdialog', { name: 'Filtrar' })
  await waitFor(() => expect(showModal).toHaveBeenCalledOnce())
  expect(document.activeElement).toBe(inPlace)
  const onEscape = vi.fn()
  document.addEventListener('keydown', onEscape)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cerrar' }), { key: 'Escape' })
  document.removeEventListener('keydown', onEscape)
  expect(onEscape).not.toHaveBeenCalled()
  fireEvent(inPlace, new Event('cancel'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(opener)

  await user.click(opener)
  code.arrive()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filtrar' })).toBeNull())
  expect(document.activeElement).toBe(opener)
})
