/** Letters and digits of each script, and the Latin letters that they look like, by position. */
const LOWER_CASE = looksOf([
  ['ı1|lł0øđðħŧ', 'iiiiiooddht'],
  ['асԁеһіјкӏоԛрѕтуүѵԝхгп', 'acdehijkioqpstyyvwxrn'],
  ['αγηικνορστυχω', 'aynikvopotuxw'],
  ['ցհյոօզս', 'ghjnoqu'],
])
const UPPER_CASE = looksOf([
  ['1|0ØĐÐĦŁŦ', 'IIOODDHLT'],
  ['АВСЕНІЈКМОРԚЅТУҮѴԜХ', 'ABCEHIJKMOPQSTYYVWX'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['ՕՏՍ', 'OSU'],
])
const IGNORED = /[^\p{L}\p{N}]/gu

/**
 * Whether two texts differ only by Unicode form, case, accents, spaces, punctuation, invisible characters or letters that
 * look alike, in lower or in upper case.
 */
export function looksLike(one: string, other: string): boolean {
  return (
    lookOf(one.toLowerCase(), LOWER_CASE) === lookOf(other.toLowerCase(), LOWER_CASE) ||
    lookOf(one.toUpperCase(), UPPER_CASE) === lookOf(other.toUpperCase(), UPPER_CASE)
  )
}

function lookOf(text: string, looks: ReadonlyMap<string, string>): string {
  const letters = Array.from(text.normalize('NFKD'), (letter) => looks.get(letter) ?? letter)
  return letters.join('').replace(IGNORED, '').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

function looksOf(scripts: [letters: string, looks: string][]): ReadonlyMap<string, string> {
  return new Map(scripts.flatMap(([letters, looks]) => Array.from(letters, (letter, at) => [letter, looks.charAt(at)])))
}
