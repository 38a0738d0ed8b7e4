import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReceiptPlace, SelectionBarContext } from './ReceiptPlace'

beforeEach(() => {
  vi.useFakeTimers()
  undone.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** The receipts whose button has acted. */
const undone: string[] = []
const receiptOf = (name: string, asked = 0) => (
  <ReceiptPlace id={name} asked={asked}>
    <button key={name} type="button" onClick={() => undone.push(name)}>
      Deshacer
    </button>
  </ReceiptPlace>
)
const none = <ReceiptPlace id={undefined} />
const undo = () => screen.getByRole('button', { name: 'Deshacer' })
const note = () => screen.getByRole('status').textContent
const NOTE = 'Espere un momento: la lista acaba de cambiar.'

it('ignores a press on the receipt that has replaced another one, and says so', () => {
  const { rerender } = render(receiptOf('A'))
  rerender(receiptOf('B'))
  fireEvent.click(undo())
  expect(undone).toEqual([])
  expect(note()).toBe(NOTE)
})

it('ignores it also when there was none between, and accepts it after 400 ms', async () => {
  const { rerender } = render(receiptOf('A'))
  fireEvent.click(undo())
  rerender(none)
  rerender(receiptOf('B'))
  fireEvent.click(undo())
  await act(() => vi.advanceTimersByTimeAsync(400))
  fireEvent.click(undo())
  expect(undone).toEqual(['A', 'B'])
})

it('accepts a press of the first receipt at once, and however often it renders', () => {
  const { rerender } = render(none)
  rerender(receiptOf('A'))
  rerender(receiptOf('A'))
  fireEvent.click(undo())
  expect(undone).toEqual(['A'])
})

it('accepts a press of a receipt that staff asked for, at the place of the one before', () => {
  const { rerender } = render(receiptOf('A', 1))
  act(() => undo().focus())
  fireEvent.click(undo())
  rerender(receiptOf('B', 2))
  fireEvent.click(undo())
  expect(undone).toEqual(['A', 'B'])
})

it.each([
  [true, 'Detener'],
  [false, 'Borrar 3'],
])('shows the bar of a selection unless it is busy: %s', (isBusy, shown) => {
  render(
    <SelectionBarContext value={<button type="button">Borrar 3</button>}>
      <ReceiptPlace id="progress" isBusy={isBusy}>
        <button type="button">Detener</button>
      </ReceiptPlace>
    </SelectionBarContext>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([shown])
})

it('is one tab stop, and arrow keys move between its buttons', () => {
  render(
    <ReceiptPlace id="A">
      <button type="button">Deshacer</button>
      <button type="button">Cerrar</button>
    </ReceiptPlace>,
  )
  const stops = () => screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)
  expect(stops()).toEqual([0, -1])
  undo().focus()
  fireEvent.keyDown(undo(), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' }))
  expect(stops()).toEqual([-1, 0])
})

it('accepts a press on the receipt of what was under way, at once', () => {
  const busy = (
    <ReceiptPlace id="progress" asked={1} isBusy>
      Borrando
    </ReceiptPlace>
  )
  const { rerender } = render(receiptOf('A'))
  rerender(busy)
  rerender(receiptOf('B', 1))
  fireEvent.click(undo())
  expect(undone).toEqual(['B'])
})
