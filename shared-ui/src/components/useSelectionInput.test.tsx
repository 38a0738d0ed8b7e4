import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSelectionInput } from './useSelectionInput'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.clearAllMocks())

const finger = { pointerType: 'touch', clientX: 10, clientY: 10 }

const UNUSED = {
  rows: new Map(),
  isShown: false,
  extendTo: vi.fn(),
  selectAll: vi.fn(),
  clear: vi.fn(),
}

/** A row with links and a button. */
function Row({ toggle, open }: { toggle: (row: number) => void; open: () => void }) {
  const { keyHandlers, regionHandlers } = useSelectionInput({ ...UNUSED, toggle })
  const opens = { onClick: open }
  return (
    <section {...keyHandlers} {...regionHandlers}>
      <table>
        <tbody>
          <tr tabIndex={-1}>
            <td>
              <button type="button" className="cell-link" onClick={open}>
                Persona 1
              </button>
              <button type="button">Borrar</button>
              <a href="/main#codigo" className="cell-link" {...opens}>
                <bdi>
                  ABC <mark>123</mark>
                </bdi>
              </a>
              <a href="/main#otro" {...opens}>
                Otro
              </a>
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

const LINK = 'beside the text of the link ABC'

it.each([
  ['shiftKey', 'Persona 1', true],
  ['shiftKey', '123', true],
  ['shiftKey', 'Otro', true],
  // The browser opens it in a new tab.
  ['ctrlKey', 'ABC', false],
  ['ctrlKey', '123', false],
  ['metaKey', 'Otro', false],
  ['ctrlKey', LINK, true],
  ['metaKey', LINK, true],
  ['shiftKey', 'Borrar', false],
  ['ctrlKey', 'Borrar', false],
])('a click with %s on "%s" selects the row: %s', (key, text, selects) => {
  const { toggle, open } = renderRow()
  const target = text === LINK ? (screen.getByText('ABC').closest('a') as HTMLElement) : screen.getByText(text)
  const isFollowed = fireEvent.click(target, { detail: 1, [key]: true })
  expect(toggle.mock.calls).toEqual(selects ? [[0]] : [])
  if (selects) expect([isFollowed, open.mock.calls]).toEqual([false, []])
})

it('a press with Shift does not mark the texts up to the row', () => {
  renderRow()
  expect(fireEvent.mouseDown(screen.getByText('ABC'), { shiftKey: true, detail: 1 })).toBe(false)
})

it.each(['ctrlKey', 'metaKey', 'shiftKey'])('Enter with %s on a link is of the link', (key) => {
  const { toggle, open } = renderRow()
  fireEvent.click(screen.getByText('ABC'), { [key]: true, detail: 0 })
  expect(toggle).not.toHaveBeenCalled()
  expect(open).toHaveBeenCalledOnce()
})

it.each(['a', 'A'])('Ctrl and %s selects all rows, with Caps Lock too', (key) => {
  renderRow()
  expect(fireEvent.keyDown(screen.getByRole('row'), { key, ctrlKey: true })).toBe(false)
  expect(UNUSED.selectAll).toHaveBeenCalledOnce()
})
