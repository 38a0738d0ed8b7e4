import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useDismissibleTexts } from './useDismissibleTexts'

function Body() {
  const body = useRef<HTMLTableSectionElement>(null)
  useDismissibleTexts(body)
  return (
    <table>
      <tbody ref={body}>
        <tr tabIndex={-1}>
          <td>
            <span>Ana</span>
          </td>
          <td>Luis</td>
        </tr>
      </tbody>
    </table>
  )
}

const isDismissed = () => document.querySelector('tbody')?.hasAttribute('data-dismissed')
const pointAt = (text: string) => fireEvent.pointerMove(screen.getByText(text))

it('hides full texts by Escape, wherever the focus is, until the pointer enters another cell', () => {
  render(<Body />)
  pointAt('Ana')
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(isDismissed()).toBe(false)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(isDismissed()).toBe(true)

  fireEvent.pointerMove(screen.getByRole('cell', { name: 'Ana' }))
  expect(isDismissed()).toBe(true)
  pointAt('Luis')
  expect(isDismissed()).toBe(false)
})

it('shows them again when the pointer returns, or the focus moves', () => {
  render(<Body />)
  pointAt('Ana')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.pointerLeave(screen.getByRole('rowgroup'))
  expect(isDismissed()).toBe(false)

  fireEvent.keyDown(document.body, { key: 'Escape' })
  screen.getByRole('row').focus()
  expect(isDismissed()).toBe(false)
})
