import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { tableKeys } from './table-keys'

interface RegionProps {
  first?: number
  /** The second link has a match of the search. */
  matches?: boolean
  /** The third link is the row's own. */
  own?: boolean
}

function renderRegion({ first = 0, matches = false, own = false }: RegionProps = {}) {
  const onPage = vi.fn()
  const opened: (string | null)[] = []
  const pages = { rows: { first, count: 35 }, view: { detail: undefined, size: 10 }, actions: { goToPage: onPage } }
  const link = (text: string, isMarked = false) => (
    <button type="button" className="cell-link" onClick={() => opened.push(text)}>
      {isMarked ? <mark>{text}</mark> : text}
    </button>
  )
  render(
    <section aria-label="Tabla" onKeyDown={tableKeys(pages)}>
      <table>
        <tbody>
          <tr>
            <td>{link('primero')}</td>
            <td>{link('hallado', matches)}</td>
            <td data-card={own ? 'top-start' : undefined}>{link('propio')}</td>
            <td>
              <button type="button">Borrar</button>
            </td>
          </tr>
        </tbody>
      </table>
    </section>,
  )
  const press = (element: Element, key: string, repeat = false) => fireEvent.keyDown(element, { key, repeat })
  return { onPage, opened, press, row: screen.getByRole('row'), button: screen.getByRole('button', { name: 'Borrar' }) }
}

it.each([
  ['PageDown', 10, [[20, 10]]],
  ['PageUp', 10, [[0, 10]]],
  ['PageUp', 0, []],
  ['PageDown', 30, []],
])('with %s on a row of the page at %i turns to %j', (key, first, turned) => {
  const { onPage, press, row } = renderRegion({ first })
  press(row, key)
  expect(onPage.mock.calls).toEqual(turned)
})

it('turns pages on the region too, but not on a button', () => {
  const { onPage, press, button } = renderRegion()
  press(button, 'PageDown')
  expect(onPage).not.toHaveBeenCalled()
  press(screen.getByRole('region'), 'PageDown')
  expect(onPage).toHaveBeenCalledOnce()
})

it.each([
  [{ matches: true, own: true }, 'hallado'],
  [{ own: true }, 'propio'],
  [{}, 'primero'],
])('opens the best link of a row with %o on Enter, once, but not with a button of it', (props, text) => {
  const { opened, press, row, button } = renderRegion(props)
  press(button, 'Enter')
  expect(opened).toEqual([])
  press(row, 'Enter')
  press(row, 'Enter', true)
  expect(opened).toEqual([text])
})
