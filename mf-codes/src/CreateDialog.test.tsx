import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CreateDialog } from './CreateDialog'

async function openDialog(isCreated = true) {
  const user = userEvent.setup()
  const onCreate = vi.fn(async (_quantity: number) => isCreated)
  render(<CreateDialog visible onHide={() => undefined} busy={false} failure={undefined} onCreate={onCreate} />)
  const field = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Cantidad Codigos' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Crear' })
  return { user, onCreate, field, button }
}

it.each<[string, string, number?]>([
  ['{End}', '0'],
  ['5', '5', 5],
  ['05', '5', 5],
  ['{End}12', '12', 12],
  ['123', '12', 12],
  ['-{Backspace}3', '3', 3],
  ['1.{Backspace}5', '15', 15],
  ['{ArrowUp}{ArrowUp}', '2', 2],
  ['98{ArrowUp}{ArrowUp}', '99', 99],
  ['1{ArrowDown}{ArrowDown}', '0'],
  ['00', '0'],
  ['{Backspace}', ''],
  ['-3', '-3'],
  ['1.5', '1.'],
  ['a7', 'a7'],
  ['+9', '+9'],
])('with the keys %s shows %j, and creates %s', async (keys, shown, quantity) => {
  const { user, onCreate, field, button } = await openDialog(false)
  await user.keyboard(keys)
  expect(field.value).toBe(shown)
  expect(button.disabled).toBe(quantity === undefined)
  const isInvalid = quantity === undefined && shown !== '0'
  expect(field.getAttribute('aria-invalid')).toBe(String(isInvalid))
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(hint).toBe(`Ingrese la cantidad de codigos que quiere generar${isInvalid ? ', de 1 a 99' : ''}`)
  await user.keyboard('{Enter}')
  expect(onCreate.mock.calls).toEqual(quantity === undefined ? [] : [[quantity]])
})

it.each([
  ['before', 0],
  ['after', 1],
])('replaces the 0 with typed digits after a click %s it', async (_side, offset) => {
  const { user, field } = await openDialog()
  await user.pointer({ target: field, offset, keys: '[MouseLeft]' })
  await user.keyboard('12')
  expect(field.value).toBe('12')
})

it('inserts a digit at the clicked position', async () => {
  const { user, field } = await openDialog()
  await user.keyboard('5')
  await user.pointer({ target: field, offset: 0, keys: '[MouseLeft]' })
  await user.keyboard('1')
  expect(field.value).toBe('15')
})

it('has spinner buttons and the minimum 0', async () => {
  const { user, field } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Menos' }))
  expect(field.value).toBe('0')
  await user.click(screen.getByRole('button', { name: 'Más' }))
  expect(field.value).toBe('1')
  expect(field.getAttribute('aria-valuenow')).toBe('1')
})

it.each([
  ['12', '12'],
  [' 7 ', '7'],
  ['125', '0'],
  ['12.5', '0'],
  ['-4', '-4'],
])('changes a pasted %j to %s', async (pasted, shown) => {
  const { user, field } = await openDialog()
  await user.paste(pasted)
  expect(field.value).toBe(shown)
})
