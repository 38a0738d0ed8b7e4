import { randomInt } from 'node:crypto'

/** Digits and capital letters without the look-alikes 0 O, 1 I L and U V. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ'
/** About 3.5 × 10^17 names, so that guessing one is infeasible. */
export const codeLength = 12

/** Generates an unpredictable code name. */
export function generateCodeName(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
