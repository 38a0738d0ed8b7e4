import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ReceiptPlace } from './ReceiptPlace'

beforeEach(() => {
  vi.useFakeTimers()
  undone.length = 0
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

it('ignores a press on the receipt that has replaced another one, says so, and accepts it after 400 ms', async () => {
  const { rerender } = render(receiptOf('A'))
  fireEvent.click(undo())
  // Also when there was none between.
  rerender(none)
  rerender(receiptOf('B'))
  fireEvent.click(undo())
  expect(note()).toBe('Espere un momento: la lista acaba de cambiar.')
  await act(() => vi.advanceTimersByTimeAsync(400))
  fireEvent.click(undo())
  expect(undone).toEqual(['A', 'B'])
})

it('accepts a press of a receipt that staff asked for, at the place of the one before', () => {
  const { rerender } = render(receiptOf('A', 1))
  act(() => undo().focus())
  fireEvent.click(undo())
  rerender(receiptOf('B', 2))
  fireEvent.click(undo())
  expect(undone).toEqual(['A', 'B'])
})

it.each([true, false])('shows the bar of a selection below a receipt, busy or not: %s', (isBusy) => {
  render(
    <ReceiptPlace id="progress" isBusy={isBusy} bar={<button type="button">Borrar 3</button>}>
      <button type="button">Detener</button>
    </ReceiptPlace>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Detener', 'Borrar 3'])
})

it('is one tab stop', () => {
  render(
    <ReceiptPlace id="A">
      <button type="button">Deshacer</button>
      <button type="button">Cerrar</button>
    </ReceiptPlace>,
  )
  expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
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

it('moves the focus of a closed receipt to the last button of the selection, not to its first', async () => {
  vi.useRealTimers()
  const bar = (
    <section>
      {['Borrar 4', 'Copiar', 'Quitar la selección'].map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </section>
  )
  const { rerender } = render(
    <ReceiptPlace id="A" bar={bar}>
      <section>
        <button type="button">Deshacer</button>
        <button type="button">Cerrar</button>
      </section>
    </ReceiptPlace>,
  )
  screen.getByRole('button', { name: 'Cerrar' }).focus()
  rerender(<ReceiptPlace id={undefined} bar={bar} />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Quitar la selección'))
})
