import { afterEach, expect, it } from 'vitest'
import { placeClearOfFocus } from './place-clear-of-focus'

afterEach(() => document.body.replaceChildren())

/** An element of the page. jsdom has no layout, so its box is given. */
function element(tag: string, x: number, y: number, width: number, height: number): HTMLElement {
  const element = document.body.appendChild(document.createElement(tag))
  element.getBoundingClientRect = () => new DOMRect(x, y, width, height)
  return element
}

/** Where toasts of 200 x 100 pixels at (800, 50) go while a field at (x, y) has the focus. The window is 1024 x 768. */
function placed(x: number, y: number, width: number, height: number): string {
  const area = element('div', 800, 50, 200, 100)
  element('input', x, y, width, height).focus()
  placeClearOfFocus(area)
  return area.style.translate
}

it('leaves toasts in place that do not cover the focused field', () => {
  expect(placed(0, 60, 300, 32)).toBe('')
})

it('moves them below the focused field', () => {
  expect(placed(700, 60, 300, 32)).toBe('0 50px')
})

it('moves them above the focused field when that is nearer', () => {
  const area = element('div', 800, 50, 200, 100)
  element('input', 700, 145, 300, 32).focus()
  placeClearOfFocus(area)
  expect(area.style.translate).toBe('0 -13px')
})

it('moves them above a field without room below', () => {
  const area = element('div', 800, 600, 200, 100)
  element('input', 700, 690, 300, 70).focus()
  placeClearOfFocus(area)
  expect(area.style.translate).toBe('0 -18px')
})

it('leaves them in place beside a field that fills the window', () => {
  expect(placed(0, 0, 1024, 768)).toBe('')
})

it('moves them back once nothing is in the way', () => {
  const area = element('div', 800, 50, 200, 100)
  const field = element('input', 700, 60, 300, 32)
  field.focus()
  placeClearOfFocus(area)
  field.blur()
  placeClearOfFocus(area)
  expect(area.style.translate).toBe('')
})
