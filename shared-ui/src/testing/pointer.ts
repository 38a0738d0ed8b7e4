import { fireEvent } from '@testing-library/react'

/** Fires an event of a pointer; jsdom's have no coordinates. */
export function point(type: string, target: Element, clientX: number, pointerType = 'mouse') {
  fireEvent(target, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerType }))
}
export const moveTo = (target: Element, x: number) => point('pointermove', target, x)
export const release = (target: Element, pointerType = 'mouse') =>
  fireEvent(
    target,
    Object.assign(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }), { pointerType }),
  )
export function press(target: Element, x: number, pointerType = 'mouse') {
  point('pointerdown', target, x, pointerType)
  release(target, pointerType)
}
/** A press by keyboard. */
export function enter(target: HTMLElement) {
  target.focus()
  fireEvent.click(target, { detail: 0 })
}

/** @returns whether the browser opens a link: nothing has prevented it */
export const auxClick = (target: Element, button: number) =>
  fireEvent(target, new MouseEvent('auxclick', { bubbles: true, cancelable: true, detail: 1, button }))
