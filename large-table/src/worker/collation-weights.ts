/** Weights are 1 to 127; 0 stands for the end of a text. */
export const WEIGHT_BITS = 7
/** Digits of the longest number within a text that has a weight. */
export const MOST_DIGITS = 20

/** What the order is the collator's own for, of the characters beyond ASCII: each is a letter and what stands on it. */
const ACCENTED = 'ÁÀÂÃÄÅÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜÝáàâãäåçéèêëíìîïñóòôõöúùûüýÿ¡¿'

/** What the Spanish order goes by first, before accents and case decide between texts that are else the same. */
export interface CollationWeights {
  /** The weight of each character up to U+00FF; 0 where only the collator knows its place. */
  readonly characters: Uint8Array
  /** The weight of a number of one digit, one less than that of one with two. */
  readonly number: number
}

/** Asks the collator for the weights, so that they are those of this browser. */
export function createCollationWeights(): CollationWeights {
  const base = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
  const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  const sorted = [...ascii, ...ACCENTED].filter((character) => !/[1-9]/.test(character)).sort(base.compare)
  const characters = new Uint8Array(0x100)
  let weight = 0
  let number = 0
  for (const [index, character] of sorted.entries()) {
    if (index === 0 || base.compare(sorted[index - 1] ?? '', character) !== 0) weight++
    if (character === '0') {
      number = weight
      weight += MOST_DIGITS - 1
    } else characters[character.charCodeAt(0)] = weight
  }
  return { characters, number }
}
