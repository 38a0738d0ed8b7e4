import { expect, it } from 'vitest'
import { formatDetail, parseDetail } from './detail'

it.each(['codigo:A1', 'persona:Ana: la mayor', 'usuario:12'])('reads and writes %s', (text) => {
  const detail = parseDetail(text)
  expect(detail && formatDetail(detail)).toBe(text)
})

it.each([undefined, '', 'codigo', 'codigo:', 'otro:1', ':1'])('refuses %s', (text) => {
  expect(parseDetail(text)).toBeUndefined()
})
