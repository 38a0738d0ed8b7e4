import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'

it('is that of the reference implementation for any JSON', () => {
  const text = fc.string({ unit: 'binary' })
  const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 })
  fc.assert(
    fc.property(json, fc.dictionary(text, json), (value, members) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
      expect(canonicalJson(members)).toBe(canonicalize(members))
    }),
    { seed: 20261126, numRuns: 50 },
  )
})

it.each([
  '{"b":[1e21,0.1,-0,1E-7],"a":{"é":null,"z":"ñ\\n\\u0007"}}',
  '{"10":1,"9":2,"":{},"😀":3,"\\ufb33":4,"a":[]}',
  '{"__proto__":{"constructor":1},"toJSON":1}',
])('orders and writes %s like the reference implementation', (json) => {
  expect(canonicalJson(JSON.parse(json))).toBe(canonicalize(JSON.parse(json)))
})

it('leaves out members without a value', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
})

it.each([
  ['half of a surrogate pair', '["a\\udc00b"]', 'surrogate pair'],
  ['half of a surrogate pair in a name', '{"\\ud83d":1}', 'surrogate pair'],
  ['a number beyond the doubles', '[-1e999]', 'number'],
])('refuses %s, as the reference implementation does', (_what, json, reason) => {
  expect(() => canonicalJson(JSON.parse(json))).toThrow(reason)
  expect(() => canonicalize(JSON.parse(json))).toThrow()
})
