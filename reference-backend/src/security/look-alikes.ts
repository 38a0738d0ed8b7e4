/** Letters, digits and signs of each script, and the Latin letters that they look like, by position. */
const LOWER_CASE = looksOf([
  ['ı1|!lł0øđðħŧ', 'iiiiiiooddht'],
  ['@$528', 'asszb'],
  ['асԁеһіјкӏоԛрѕтуүѵԝхгп', 'acdehijkioqpstyyvwxrn'],
  ['αγηικνορστυχω', 'aynikvopotuxw'],
  ['ցհյոօզս', 'ghjnoqu'],
])
const UPPER_CASE = looksOf([
  ['1|!0ØĐÐĦŁŦ', 'IIIOODDHLT'],
  ['@$528', 'ASSZB'],
  ['АВСЕНІЈКМОРԚЅТУҮѴԜХ', 'ABCEHIJKMOPQSTYYVWX'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['ՕՏՍ', 'OSU'],
])
const PAIRS = [
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['rn', 'm'],
  ['nn', 'm'],
  ['vv', 'w'],
] as const
const IGNORED = /[^\p{L}\p{N}]/gu

/** What a text in form NFKD looks like. A sign may be a letter or punctuation, and an `l` an `i` or a part of a `d`. */
const READINGS: ((text: string) => string)[] = [
  (text) => lookOf(text.toLowerCase(), LOWER_CASE),
  (text) => lookOf(text.toLowerCase().replace(IGNORED, ''), LOWER_CASE),
  (text) => lookOf(text.toLowerCase().replace(/c[l1|]/g, 'd'), LOWER_CASE),
  (text) => lookOf(text.toUpperCase(), UPPER_CASE),
]

/**
 * Whether two texts differ only by Unicode form, case, accents, spaces, punctuation, invisible characters or letters that
 * look alike, in lower or in upper case.
 */
export function looksLike(one: string, other: string): boolean {
  const [first, second] = [one.normalize('NFKD'), other.normalize('NFKD')]
  return READINGS.some((read) => read(first) === read(second))
}

function lookOf(text: string, looks: ReadonlyMap<string, string>): string {
  const letters = Array.from(text.normalize('NFKD'), (letter) => looks.get(letter) ?? letter).join('')
  return PAIRS.reduce((look, [pair, letter]) => look.replaceAll(pair, letter), letters.replace(IGNORED, ''))
}

function looksOf(scripts: [letters: string, looks: string][]): ReadonlyMap<string, string> {
  return new Map(scripts.flatMap(([letters, looks]) => Array.from(letters, (letter, at) => [letter, looks.charAt(at)])))
}
