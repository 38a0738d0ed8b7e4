import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { tableKeys } from './table-keys'

function renderRegion(first: number, count: number | undefined = 35) {
  const onPage = vi.fn()
  const onOpen = vi.fn()
  render(
    <section
      aria-label="Tabla"
      onKeyDown={tableKeys({ rows: { first, count }, view: { size: 10 }, actions: { goToPage: onPage } })}
    >
      <table>
        <tbody>
          <tr>
            <td data-card="top-start">
              <button type="button" className="cell-link" onClick={onOpen}>
                Ana
              </button>
            </td>
            <td>
              <button type="button">Borrar</button>
            </td>
          </tr>
        </tbody>
      </table>
    </section>,
  )
  return { onPage, onOpen }
}

it.each([
  ['PageDown', 10, [[20, 10]]],
  ['PageUp', 10, [[0, 10]]],
  ['PageUp', 0, []],
  ['PageDown', 30, []],
  ['ArrowDown', 10, []],
])('with %s on a row of the page at %i turns to %j', (key, first, turned) => {
  const { onPage } = renderRegion(first)
  fireEvent.keyDown(screen.getByRole('row'), { key })
  expect(onPage.mock.calls).toEqual(turned)
})

it('turns pages on the region too, but not on a button', () => {
  const { onPage } = renderRegion(0)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Borrar' }), { key: 'PageDown' })
  expect(onPage).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('region'), { key: 'PageDown' })
  expect(onPage).toHaveBeenCalledOnce()
})

it('opens a focused row on Enter, once, but not with a button of it', () => {
  const { onOpen } = renderRegion(0)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Borrar' }), { key: 'Enter' })
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('row'), { key: 'Enter' })
  fireEvent.keyDown(screen.getByRole('row'), { key: 'Enter', repeat: true })
  expect(onOpen).toHaveBeenCalledOnce()
})
