/** What looks alike at a glance, beside case, accents, marks and spaces, which the comparison drops. */
const LOOKALIKES: Record<string, string> = {
  ...{ i: 'l', ı: 'l', 1: 'l', '!': 'l', '¡': 'l', ł: 'l', 0: 'o', '°': 'o', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't' },
  ...{ rn: 'm', vv: 'w', æ: 'ae', œ: 'oe', ß: 'ss' },
}

/** Reduces a text to what a reader takes in at a glance. Texts with the same result are confusable. */
export function skeletonOf(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const reduced = letters.replace(/rn|vv|[iı1!¡ł0°øđðħŧæœß]/g, (found) => LOOKALIKES[found] ?? found)
  return reduced.replace(/[\p{P}\p{S}\p{Z}]/gu, '')
}
