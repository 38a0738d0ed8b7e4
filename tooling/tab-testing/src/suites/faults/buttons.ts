import { fireEvent } from '@testing-library/react'
import { expect } from 'vitest'
import { backend } from '../../backend'
import { openProblems } from '../../rules/rules'
import { settled } from './settled'

const MAX_BUTTONS = 15
const BUTTONS = 'button, [role=button]'

/**
 * Presses each button of an open tab once, as staff who look around do: with a clipboard that refuses, as browsers do without
 * the permission, and a service that refuses changes.
 *
 * @param mount mounts the tab again, after a press that has led elsewhere: the buttons are other ones
 * @param writes the endpoints that change data
 */
export async function pressEachButton(mount: () => Promise<unknown>, writes: readonly string[]): Promise<void> {
  const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  try {
    for (let index = 0; index < MAX_BUTTONS; index++) {
      for (const endpoint of writes) backend.fail(endpoint, 409)
      const buttons = enabledButtons()
      const button = buttons[index]
      if (!button) break
      const [names, name] = [buttons.map(nameOf), nameOf(button)]
      // A mock would handle the rejections of its results.
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write: refuse, writeText: refuse } })
      button.focus()
      fireEvent.click(button)
      await settled()
      expect(rejections.map(String), `Rejections that nobody handles, by the button '${name}'`).toEqual([])
      expect(await openProblems(), `Rules for every tab, by the button '${name}'`).toEqual([])
      if (String(enabledButtons().map(nameOf)) !== String(names)) await mount()
    }
  } finally {
    process.off('unhandledRejection', onRejection)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, ...clipboard })
  }
}

const nameOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent

function enabledButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(BUTTONS)].filter(
    (button) => !button.closest('.p-toast') && !button.matches(':disabled, [aria-disabled=true]'),
  )
}
