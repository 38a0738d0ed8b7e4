// @vitest-environment node
import { memo } from 'react'
import { expect, it } from 'vitest'
import { isTabModule } from './contract'

it('accepts function and memo components as the default export', () => {
  expect(isTabModule({ default: () => null })).toBe(true)
  expect(isTabModule({ default: memo(() => null) })).toBe(true)
})

it.each([[undefined], [null], [{ Tab: String }], [{ default: null }], [{ default: 'Tab' }], [{ default: {} }]])(
  'rejects %j',
  (module) => {
    expect(isTabModule(module)).toBe(false)
  },
)
