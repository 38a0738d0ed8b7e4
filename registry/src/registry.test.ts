import { expect, it } from 'vitest'
import { containerGlobal } from './registry'

it('gives each build a container of its own', () => {
  expect(containerGlobal({ name: 'mf-codes', build: 'abc123' })).not.toBe(
    containerGlobal({ name: 'mf-codes', build: 'def456' }),
  )
})
