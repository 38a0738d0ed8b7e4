import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowLink } from './row-link'

function Row({ matches, own }: { matches?: boolean; own?: boolean }) {
  return (
    <table>
      <tbody>
        <tr>
          <td>
            <button type="button" className="cell-link">
              primero
            </button>
          </td>
          <td>
            <button type="button" className="cell-link">
              {matches ? <mark>hallado</mark> : 'otro'}
            </button>
          </td>
          <td data-card={own ? 'top-start' : undefined}>
            <button type="button" className="cell-link">
              propio
            </button>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

it.each([
  [{ matches: true, own: true }, 'hallado'],
  [{ own: true }, 'propio'],
  [{}, 'primero'],
])('of a row with %o is %s', (props, text) => {
  render(<Row {...props} />)
  expect(rowLink(screen.getByRole('row'))?.textContent).toBe(text)
})
