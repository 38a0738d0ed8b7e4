/** Weights are 1 to 127; 0 is the end of a text. */
export const WEIGHT_BITS = 7
/** Maximum digits of a weighted number within a text. */
export const MAX_DIGITS = 20

/** The weighted characters beyond ASCII: letters with diacritics and Spanish punctuation. */
const ACCENTED = 'ÁÀÂÃÄÅÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜÝáàâãäåçéèêëíìîïñóòôõöúùûüýÿ¡¿'

/**
 * Derives the primary weights of the Spanish collation from `Intl.Collator`, so that they match this browser. Accents and
 * case only decide between texts with equal primary weights.
 *
 * @returns the weight of each character up to U+00FF, 0 for those that need the collator; and that of a one-digit number, to
 * which each further digit adds 1
 */
export function createCollationWeights(): { characters: Uint8Array; number: number } {
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
