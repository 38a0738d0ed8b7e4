import { expect, it, vi } from 'vitest'
import { renewSession, startSession } from './session'
import { sessionValue } from './session-values'

const KEY = Symbol('value')
const create = () => ({ close: vi.fn() })

it('keeps a value while the session lasts, and closes it when another one begins', () => {
  startSession('a.b.c')
  const value = sessionValue(KEY, create)
  expect(sessionValue(KEY, create)).toBe(value)

  renewSession('d.e.f')
  expect(sessionValue(KEY, create)).toBe(value)
  expect(value.close).not.toHaveBeenCalled()

  startSession('g.h.i')
  expect(value.close).toHaveBeenCalledOnce()
  expect(sessionValue(KEY, create)).not.toBe(value)
})
