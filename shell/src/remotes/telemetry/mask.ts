import { textOf } from './thrown-errors'
import { VOCABULARY } from './vocabulary'

/** The most characters of a text that are read. */
const MAX_READ = 500
/** Where secrets, JSON and data URLs begin, which are taken to reach to the end. They may consist of known words. */
const DATA = /(?:(?:pass\w*|clave|contraseña|token|secreto?|api[_-]?key)["']?\s*[:=]|\{|\[\s*["'[{]|\bdata:)[\s\S]*/i
/** What has spaces, quotes or brackets around it, without punctuation at its end. */
const TOKEN = /[^\s"'`“”«»<>()[\]{}]*[^\s"'`“”«»<>()[\]{},;.:?!]/g
const ORIGIN = /^https?:\/\/[^/?#]+/i
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu

/** Names of the members of the browser's classes. */
const MEMBERS = new Set(
  Object.getOwnPropertyNames(globalThis).flatMap((name) =>
    /^[A-Z]/.test(name) ? Object.getOwnPropertyNames(Object(Reflect.get(globalThis, name)?.prototype)) : [],
  ),
)

/**
 * Masks a text but for words of the vocabulary, single letters, names of the browser's APIs, and what is given.
 *
 * @param given names, files and URLs that stay as they are: of a URL also its origin and the parts of its path
 * @returns the first 500 characters, masked
 */
export function mask(text: string, given: readonly string[] = []): string {
  const parts = new Set(given.flatMap((name) => name.split('/')))
  const maskPart = (part: string) => {
    if (parts.has(part)) return part
    // Known words and single letters may be a mail.
    return /[^@]@/.test(part) ? part.replace(WORD, '…') : part.replace(WORD, maskWord)
  }
  const maskToken = (token: string) => {
    const [origin = ''] = ORIGIN.exec(token) ?? []
    const isOwn = [`${location.origin}/`, ...given].some((url) => url.startsWith(`${origin}/`))
    const path = token.slice(origin.length).split('/').map(maskPart).join('/')
    return `${isOwn ? origin : origin.replace(/[^/]+$/, '…')}${path}`
  }
  // Half of a token may look like a word.
  const read = text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\S*$/, '…') : text
  const masked = read.replace(DATA, '…').replace(TOKEN, maskToken)
  return masked.replace(/…(?:[^\p{L}"'`()<>[\]{}]*…)+/gu, '…')
}

const maskWord = (word: string) => (isKnown(word) ? word : '…')

function isKnown(word: string): boolean {
  // Own properties only: ids of elements are inherited ones.
  if (MEMBERS.has(word) || Object.hasOwn(globalThis, word)) return true
  return /^[a-z_$]$/.test(word) || VOCABULARY.has(word.toLowerCase())
}

/** The type of what was thrown, such as `TypeError` or `string`. The name of an unknown class could be that of a person. */
export function errorTypeOf(thrown: unknown): string {
  const name = textOf(thrown, 'name')
  if (/(?:Error|Exception)$/.test(name) && isKnown(name)) return name
  return thrown instanceof Error ? 'Error' : typeof thrown
}
