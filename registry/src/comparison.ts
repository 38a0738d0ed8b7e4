/**
 * What a reader may take a letter or sign for at a glance. Each is one character: in place of pairs such as `vv`, `vvv` would
 * have two results.
 */
const LOOKALIKES: Record<string, string> = {
  ...{ i: 'l', ı: 'l', 1: 'l', '!': 'l', '¡': 'l', ł: 'l', 0: 'o', '°': 'o', ø: 'o', m: 'rn', w: 'vv' },
  ...{ đ: 'd', ð: 'd', ħ: 'h', ĸ: 'k', ŋ: 'n', þ: 'p', ŧ: 't', æ: 'ae', œ: 'oe', ß: 'ss' },
}

/**
 * Reduces a label, an id or the name of a slot to what a reader takes in at a glance: without case, accents, spaces and
 * punctuation, and with one form for letters that look alike. Texts with the same result are confusable.
 */
export function skeletonOf(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase()
  return Array.from(letters, (letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replace(/[^\p{Ll}\p{N}]/gu, '')
}
