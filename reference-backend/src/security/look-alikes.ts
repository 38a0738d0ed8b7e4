/** Signs that look like a letter, and pairs of letters that look like one. */
const LOOKS = [
  [/[l1|!]/g, 'i'],
  [/0/g, 'o'],
  [/@/g, 'a'],
  [/[$5]/g, 's'],
  [/8/g, 'b'],
  [/2/g, 'z'],
  [/rn|nn/g, 'm'],
  [/vv/g, 'w'],
] as const
const IGNORED = /[^\p{L}\p{N}]/gu

/** Whether two texts differ only by Unicode form, case, accents, spaces, punctuation or letters that look alike. */
export function looksLike(one: string, other: string): boolean {
  // A sign may stand for a letter, or be punctuation; an `l` may be a part of a `d`.
  const readings = [
    lookOf,
    (text: string) => lookOf(plain(text)),
    (text: string) => lookOf(text.replace(/c[l1|]/gi, 'd')),
  ]
  return readings.some((read) => read(one) === read(other))
}

const plain = (text: string) => text.normalize('NFKD').toLowerCase().replace(IGNORED, '')

const lookOf = (text: string) =>
  plain(LOOKS.reduce((look, [sign, letter]) => look.replace(sign, letter), text.normalize('NFKD').toLowerCase()))
