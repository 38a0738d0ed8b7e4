import { allRows } from '@canje/large-table'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

/** A row with links and a button. */
function Row({ toggle, open }: { toggle: (row: number) => void; open: () => void }) {
  const { regionHandlers } = useSelectionInput({ ...UNUSED, toggle })
  const opens = { onClick: open }
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

describe('with a modifier, a click', () => {
  const press = (target: Element, init: MouseEventInit) => fireEvent.click(target, { detail: 1, ...init })
  const linkOf = (name: string) => screen.getByText(name).closest('a') as HTMLElement

  it.each(['Persona 1', 'ABC', '123', 'Otro'])('on "%s" selects the rows up to it with Shift', (text) => {
    const { toggle, open } = renderRow()
    const target = screen.getByText(text)
    expect(fireEvent.mouseDown(target, { shiftKey: true, detail: 1 })).toBe(false)
    expect(press(target, { shiftKey: true })).toBe(false)
    expect(toggle.mock.calls).toEqual([[0]])
    expect(open).not.toHaveBeenCalled()
  })

  it.each(['ctrlKey', 'metaKey'])('on the text of a link opens it in a new tab with %s', (key) => {
    const { toggle } = renderRow()
    for (const text of ['ABC', '123', 'Otro']) {
      // Also in one that gets the focus.
      for (const shiftKey of [false, true]) press(screen.getByText(text), { [key]: true, shiftKey })
    }
    expect(toggle).not.toHaveBeenCalled()
  })

  it.each(['ctrlKey', 'metaKey'])('beside the text of a link selects the row with %s', (key) => {
    const { toggle, open } = renderRow()
    expect(press(linkOf('ABC'), { [key]: true })).toBe(false)
    expect(toggle.mock.calls).toEqual([[0]])
    expect(open).not.toHaveBeenCalled()
  })

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])('is of the link when Enter with %s makes it', (key) => {
    const { toggle, open } = renderRow()
    press(linkOf('ABC'), { [key]: true, detail: 0 })
    expect(toggle).not.toHaveBeenCalled()
    expect(open).toHaveBeenCalledOnce()
  })

  it('on a button beside the links is of the button', () => {
    const { toggle, button } = renderRow()
    for (const key of ['shiftKey', 'ctrlKey', 'metaKey']) press(button, { [key]: true })
    expect(toggle).not.toHaveBeenCalled()
  })
})
