import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Slot } from './extension'

it.each(['detalle', 'a-b:c-d:e', '1', 'detalle:punto-venta', 'detalle:personas', 'resumen:persona'])(
  'accepts the slot %j',
  (slot) => {
    expect(v.is(Slot, slot)).toBe(true)
  },
)

it.each(['Detalle', 'a::b', ':a', 'a.b', 'a/b', '', 'a'.repeat(65), 'detalle:persona', 'detalle:x-id', 'detalle:a:b'])(
  'refuses the slot %j',
  (slot) => {
    expect(v.is(Slot, slot)).toBe(false)
  },
)
