import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
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

describe('CreateDialog', () => {
  it('starts at 0, which cannot be submitted', async () => {
    const { user, onCreate, field, button } = await openDialog()
    expect(field.value).toBe('0')
    expect(button.disabled).toBe(true)
    await user.keyboard('{Enter}')
    expect(onCreate).not.toHaveBeenCalled()
  })

  it.each([
    ['5', '5'],
    ['05', '5'],
    ['{End}12', '12'],
    ['42', '42'],
    ['123', '12'],
    ['100', '10'],
    ['-{Backspace}3', '3'],
    ['1.{Backspace}5', '15'],
    ['{ArrowUp}{ArrowUp}', '2'],
    ['98{ArrowUp}{ArrowUp}', '99'],
  ])('with the keys %s shows %s, which can be submitted', async (keys, shown) => {
    const { user, onCreate, field, button } = await openDialog()
    await user.keyboard(keys)
    expect(field.value).toBe(shown)
    expect(button.disabled).toBe(false)
    await user.click(button)
    expect(onCreate.mock.calls).toEqual([[Number(shown)]])
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

  it.each([
    ['{Backspace}', ''],
    ['00', '0'],
    ['5{Backspace}', ''],
    ['1{ArrowDown}{ArrowDown}', '0'],
  ])('with the keys %s shows %j, which cannot be submitted', async (keys, shown) => {
    const { user, field, button } = await openDialog()
    await user.keyboard(keys)
    expect(field.value).toBe(shown)
    expect(button.disabled).toBe(true)
    expect(field.getAttribute('aria-invalid')).toBe(String(shown !== '0'))
  })

  it.each([
    ['-', '-'],
    ['-3', '-3'],
    ['5-', '5-'],
    ['1.5', '1.'],
    ['1,5', '1,'],
    ['.5', '.5'],
    ['a7', 'a7'],
    ['+9', '+9'],
    ['1e1', '1e'],
  ])('with the keys %s shows %j as invalid, and creates nothing', async (keys, shown) => {
    const { user, onCreate, field, button } = await openDialog()
    await user.keyboard(`${keys}{Enter}`)
    expect(field.value).toBe(shown)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Ingrese la cantidad de codigos que quiere generar, de 1 a 99')
    expect(button.disabled).toBe(true)
    expect(onCreate).not.toHaveBeenCalled()
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
    ['100', '0'],
    ['0', '0'],
    ['12.5', '0'],
    ['1/5', '0'],
    ['-4', '-4'],
    ['doce', '0'],
  ])('changes a pasted %j to %s', async (pasted, shown) => {
    const { user, field } = await openDialog()
    await user.paste(pasted)
    expect(field.value).toBe(shown)
  })

  it('creates on Enter, then resets to 0', async () => {
    const { user, onCreate, field } = await openDialog()
    await user.keyboard('5{Enter}')
    expect(onCreate.mock.calls).toEqual([[5]])
    await waitFor(() => expect(field.value).toBe('0'))
  })

  it('keeps the quantity when nothing was created', async () => {
    const { user, onCreate, field, button } = await openDialog(false)
    await user.keyboard('5{Enter}')
    await waitFor(() => expect(onCreate).toHaveBeenCalledOnce())
    expect(field.value).toBe('5')
    expect(button.disabled).toBe(false)
  })
})
