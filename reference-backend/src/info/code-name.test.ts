import { expect, it } from 'vitest'
import { codeAlphabet, codeLength, generateCodeName } from './code-name'

it('generates names of a fixed length without look-alike characters', () => {
  const names = Array.from({ length: 1000 }, generateCodeName)

  expect(names.every((name) => name.length === codeLength)).toBe(true)
  expect(new Set(names).size).toBe(1000)
  expect(new Set(names.join(''))).toEqual(new Set(codeAlphabet))
  expect(codeAlphabet).not.toMatch(/[0O1IL]/)
})
