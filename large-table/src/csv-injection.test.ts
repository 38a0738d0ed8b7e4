import { expect, it } from 'vitest'
import { escapeFormula } from './csv-injection'

const within = { isFirst: false, isLast: false }
const first = { isFirst: true, isLast: false }
const last = { isFirst: false, isLast: true }

it.each([
  ...['=1', '+1+1', '-1-1', '@SUM(A1)', '\tAna', '\rAna', '\nAna', '＝1', '＋1', '－1', '＠SUM(A1)'],
  ...[' =1', '\u00A0=1', '\u200B=1', '\0=1', ' \u200D@A1', '+1-2', '+12 34', '+57300-1234567=A1', '+', '-'],
  ...['-1.23.4', '--1', '+123 456', '+1234567890123456 7', '+57300x1234567', '+-1234567'],
])('puts an apostrophe before %j', (text) => {
  expect(escapeFormula(text, within)).toBe(`'${text}`)
})

it.each([
  ["Ana;=cmd|' /C calc'!A0;", "Ana;'=cmd|' /C calc'!A0;"],
  ['a;=1;b; +2', "a;'=1;b;' +2"],
  ['a\t@A1', "a\t'@A1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n=1', "a\r\n'=1"],
  ['-12.5\n=1+1', "'-12.5\n'=1+1"],
  ['a;-12.5', "a;'-12.5"],
  ['a;"=1"', 'a;\'"=1"'],
  ['\t=1', "'\t'=1"],
  ['a;\t=1', "a;'\t'=1"],
  ['a;\tb', "a;'\tb"],
  ['a\n\tb', "a\n'\tb"],
  ['a;\nb', "a;'\nb"],
])('puts one wherever a reader of another delimiter would find a formula in %j', (text, escaped) => {
  expect(escapeFormula(text, within)).toBe(escaped)
})

it.each([
  ...['', 'Ana', 'a=b', '3-2', 'ana@example.com', "'=1", '"=1"', 'a,=1', '\u200BAna'],
  ...['a;b', 'a; b', 'a;', 'a\tb', 'uno\n\ndos\r\n\r\ntres\rcuatro', 'Calle 1;\r\nBogotá', 'a\n'],
  ...['-12.5', '+12', '-1.234.567', '-1.234,56', '+1,234.56', '+573001234567', '+57 (300) 123-4567', '+123 4567'],
])('keeps %j unchanged', (text) => {
  expect(escapeFormula(text, within)).toBe(text)
})

it('escapes a number that another reader would join with the next cell', () => {
  expect(escapeFormula('-1', first)).toBe("'-1")
  expect(escapeFormula('-1', { isFirst: true, isLast: true })).toBe('-1')
})

it('prevents the closing quote at the end of a line from opening a field', () => {
  expect(escapeFormula('a\n', last)).toBe("a\n'")
  expect(escapeFormula('a,b;', last)).toBe("a,b;'")
  expect(escapeFormula('a;', last)).toBe('a;')
})

it('takes linear time', () => {
  const breaks = '\n"'.repeat(500_000)
  expect(escapeFormula(breaks, within)).toHaveLength(1_000_001)
})
