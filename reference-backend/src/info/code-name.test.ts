import { expect, it } from 'vitest'
import { codeAlphabet, codeLength, drawCodeName } from './code-name'

it('draws names of one length from letters that cannot be taken for another', () => {
  const names = Array.from({ length: 1000 }, drawCodeName)

  expect(names.every((name) => name.length === codeLength)).toBe(true)
  expect(new Set(names).size).toBe(1000)
  expect(new Set(names.join(''))).toEqual(new Set(codeAlphabet))
  expect(codeAlphabet).not.toMatch(/[0O1IL]/)
})
