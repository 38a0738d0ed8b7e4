import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8 } from './utf8'

const expected = new TextDecoder('utf-8', { ignoreBOM: true })
const lead = fc.constantFrom(0x41, 0x80, 0xc1, 0xc2, 0xc3, 0xdf, 0xe0, 0xed, 0xf0, 0xff)
const pair = fc.tuple(lead, fc.constantFrom(0x41, 0x7f, 0x80, 0xa9, 0xbf, 0xc0))
const invalid = fc.array(pair, { maxLength: 20 }).map((pairs) => Uint8Array.from(pairs.flat()))
const texts = fc.array(fc.constantFrom('a', 'ñ', '\x00', '\u07FF', '\uFEFF', '€', '😀'), { maxLength: 40 })

it('decodes any bytes as a TextDecoder does', () => {
  const valid = texts.map((text) => encodeUtf8(text.join('')))
  fc.assert(
    fc.property(fc.oneof(invalid, valid), (bytes) => {
      expect(decodeUtf8(bytes)).toBe(expected.decode(bytes))
    }),
    { seed: 3, numRuns: 1000 },
  )
})
