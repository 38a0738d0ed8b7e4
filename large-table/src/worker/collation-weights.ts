/** Weights are 1 to 127; 0 is the end of a text. */
export const WEIGHT_BITS = 7
/** Maximum digits of a weighted number within a text. */
export const MAX_DIGITS = 20

/** The weighted characters beyond ASCII: letters with diacritics and Spanish punctuation. */
const ACCENTED = 'ÁÀÂÃÄÅÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜÝáàâãäåçéèêëíìîïñóòôõöúùûüýÿ¡¿'

/** Primary weights of the Spanish collation. Accents and case only decide between texts with equal primary weights. */
export interface CollationWeights {
  /** The weight of each character up to U+00FF; 0 for characters that need the collator. */
  readonly characters: Uint8Array
  /** The weight of a one-digit number; each further digit adds 1. */
  readonly number: number
}

/** Derives the weights from `Intl.Collator`, so that they match this browser. */
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
      weight += MAX_DIGITS - 1
    } else characters[character.charCodeAt(0)] = weight
  }
  return { characters, number }
}
