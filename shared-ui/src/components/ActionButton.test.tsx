import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ActionButton } from './ActionButton'

it('names an icon button with a tooltip, which shows on focus and hides on Escape', async () => {
  const user = userEvent.setup()
  render(<ActionButton name="CSV" icon="pi pi-file-export" />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CSV' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('CSV')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

it('handles one press per double click', async () => {
  const onPress = vi.fn()
  render(<ActionButton label="Borrar" onPress={onPress} />)
  await userEvent.dblClick(screen.getByRole('button'))
  expect(onPress).toHaveBeenCalledOnce()
})

it('ignores key repeats, except for Tab', () => {
  render(<ActionButton label="Borrar" />)
  const button = screen.getByRole('button')
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(button, { key: 'Tab', repeat: true })).toBe(true)
})

it('while busy, is announced as busy, ignores presses and keeps the focus', async () => {
  const onPress = vi.fn()
  const { rerender } = render(<ActionButton label="Crear" onPress={onPress} />)
  const button = screen.getByRole('button')
  button.focus()
  rerender(<ActionButton label="Crear" busy onPress={onPress} />)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

it('handles presses while busy when they replace the pending action', async () => {
  const onPress = vi.fn()
  render(<ActionButton label="Filtrar" busy isReplaceable onPress={onPress} />)
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('false')
  await userEvent.click(button)
  expect(onPress).toHaveBeenCalledOnce()
})
