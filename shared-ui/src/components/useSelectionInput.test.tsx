import { allRows } from '@canje/large-table'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSelectionInput } from './useSelectionInput'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const finger = { pointerType: 'touch', clientX: 10, clientY: 10 }

const UNUSED = {
  rows: new Map(),
  isSelected: () => false,
  extendTo: vi.fn(),
  selectAll: vi.fn(),
  clear: vi.fn(),
  query: allRows,
}

/** A row with a link and a button. */
function Row({ toggle, open }: { toggle: (row: number) => void; open: () => void }) {
  const { regionHandlers } = useSelectionInput({ ...UNUSED, toggle })
  return (
    <section {...regionHandlers}>
      <table>
        <tbody>
          <tr tabIndex={-1}>
            <td>
              <button type="button" className="cell-link" onClick={open}>
                Persona 1
              </button>
              <button type="button">Borrar</button>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function renderRow() {
  const [toggle, open] = [vi.fn(), vi.fn()]
  render(<Row toggle={toggle} open={open} />)
  return { toggle, open, link: screen.getByText('Persona 1'), button: screen.getByText('Borrar') }
}

/** @returns whether the browser's menu stays closed */
function openMenu(target: Element): boolean {
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  fireEvent(target, Object.assign(menu, { pointerType: 'touch' }))
  return menu.defaultPrevented
}

const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('selects by a long press on a link, and does not open it', async () => {
  const { toggle, open, link } = renderRow()
  fireEvent.pointerDown(link, finger)
  await rest(600)
  openMenu(link)
  fireEvent.pointerUp(link, finger)
  fireEvent.click(link)
  expect(toggle.mock.calls).toEqual([[0]])
  expect(open).not.toHaveBeenCalled()

  fireEvent.pointerDown(link, finger)
  await rest(100)
  fireEvent.pointerUp(link, finger)
  fireEvent.click(link)
  await rest(1_000)
  expect(toggle).toHaveBeenCalledOnce()
  expect(open).toHaveBeenCalledOnce()
})

it('selects once where the browser calls a press long before', async () => {
  const { toggle, link } = renderRow()
  fireEvent.pointerDown(link, finger)
  await rest(400)
  expect(openMenu(link)).toBe(true)
  await rest(1_000)
  expect(toggle.mock.calls).toEqual([[0]])
})

it('does not select by a long press on a button', async () => {
  const { toggle, button } = renderRow()
  fireEvent.pointerDown(button, finger)
  await rest(1_000)
  expect(toggle).not.toHaveBeenCalled()
})

it('leaves Shift and Ctrl with a click on a link to the browser', () => {
  const { toggle, open, link } = renderRow()
  fireEvent.click(link, { ctrlKey: true })
  fireEvent.click(link, { shiftKey: true })
  expect(toggle).not.toHaveBeenCalled()
  expect(open).toHaveBeenCalledTimes(2)
})
