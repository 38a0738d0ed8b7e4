import { afterEach, expect, it, vi } from 'vitest'
import { leaveKeysToInputMethod } from './input-method'

afterEach(() => document.body.replaceChildren())

it.each(['Enter', 'Escape', 'ArrowDown', '/'])('hides %s from all listeners while an input method uses it', (key) => {
  leaveKeysToInputMethod()
  const field = document.body.appendChild(document.createElement('input'))
  const listener = vi.fn()
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  for (const target of [window, document, field]) target.addEventListener('keydown', listener, options)
  const press = (init: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))

  press({ isComposing: true })
  press({ keyCode: 229 })
  expect(listener).not.toHaveBeenCalled()
  press({})
  expect(listener).toHaveBeenCalledTimes(3)
  listening.abort()
})
