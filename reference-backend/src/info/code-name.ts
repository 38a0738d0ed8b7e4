import { randomInt } from 'node:crypto'

/** Digits and capitals without the look-alikes 0 O, 1 I L and U V. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ'
/** Some 3.5 × 10^17 names, so that a guessed one is not a code. */
export const codeLength = 12

/** A code's text that nobody can foretell. */
export function drawCodeName(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
