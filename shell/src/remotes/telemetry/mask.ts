/** The most characters of a message that are read, before any pattern runs on it. */
const MAX_READ = 2000

const PATTERNS: [RegExp, string][] = [
  // The view of a tab stands in the fragment, and a query may name a person.
  [/(\w+:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/g, '$1?…'],
  [
    /((?:pass(?:word|wd)?|clave|contraseña|(?:\w+_)?token|secreto?|authorization|api[_-]?key)["']?\s*[:=]\s*["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&}]+/gi,
    '$1[token]',
  ],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/[^\s@<>"'()[\]{},;:=]+(?:@|%40)[^\s@<>"'()[\]{},;:=]+/gi, '[mail]'],
  // What a name ends in at times, as a quote does before the name of a package.
  [/['={}](?:@|%40)[^\s@<>"'()[\]{},;:=/]+\.[^\s@<>"'()[\]{},;:=/]+/gi, '[mail]'],
  // JSON web tokens and their like, then anything long with letters and digits.
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[token]'],
  [/(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+=-][\w+/=-]{15,}/gi, '[token]'],
  [/\p{Nd}(?:[\p{Nd}.,\s()/:-]*\p{Nd})?/gu, '#'],
]

/** What surrounds a word in a message of the federation runtime, too. */
const WORDS = /[^\s"'(),]+/g

/**
 * Masks tokens, mails, numbers and the queries of URLs in a message, so that it names nobody and groups with its like.
 *
 * @param kept words that stay as they are, such as the name of a build
 */
export function mask(text: string, kept: readonly string[] = []): string {
  const read = start(text)
  let masked = ''
  let end = 0
  for (const { 0: word, index } of read.matchAll(WORDS)) {
    if (!kept.includes(word)) continue
    masked += maskAll(read.slice(end, index)) + word
    end = index + word.length
  }
  return masked + maskAll(read.slice(end))
}

function maskAll(text: string): string {
  return PATTERNS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
}

/** Cuts a text to a number of UTF-16 units, never within a character. The result is well-formed. */
export function cut(text: string, max: number): string {
  const kept = text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
  return kept.replace(/\p{Cs}/gu, '\ufffd')
}

/** The start of a long text, to the end of a word: half of a mail would not be recognized. */
function start(text: string): string {
  if (text.length <= MAX_READ) return text
  const read = text.slice(0, MAX_READ)
  return `${read.slice(0, read.search(/\s\S*$/) + 1)}…`
}
