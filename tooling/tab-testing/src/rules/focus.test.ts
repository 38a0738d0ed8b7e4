import { afterEach, expect, it } from 'vitest'
import { watchFocus } from './focus'

const focus = watchFocus()

afterEach(() => {
  focus.forget()
  document.body.replaceChildren()
})

function press(): HTMLButtonElement {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  button.click()
  return button
}

it('forgives a focused button that is disabled for a moment only', () => {
  const button = press()
  button.disabled = true
  expect(focus.losses()).toEqual([expect.stringContaining('<button disabled="">')])
  button.disabled = false
  expect(focus.losses()).toEqual([])
})

it('finds the focus lost by what a press removes, unless another element gets it', () => {
  const button = press()
  const next = document.createElement('input')
  button.replaceWith(next)
  expect(focus.losses()).toHaveLength(1)
  next.focus()
  expect(focus.losses()).toEqual([])
  next.remove()
  expect(focus.losses()).toHaveLength(1)
  focus.forget()
  expect(focus.losses()).toEqual([])
})

it('lets Tab leave the page, and a press beside all controls', () => {
  press().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  document.querySelector('button')?.remove()
  expect(focus.losses()).toEqual([])
  document.body.click()
  expect(focus.losses()).toEqual([])
})
