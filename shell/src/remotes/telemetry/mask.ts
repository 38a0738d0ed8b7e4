import { isKnownWord } from './known-words'

/** The most characters of a message that are read, before any pattern runs on it. */
const MAX_READ = 2000

/** What is masked, and what stands for it; the function gets the match and its first group. */
type Pattern = [pattern: RegExp, replace: (found: string, group: string) => string]

/** Of the whole text: what is quoted is data, unless it is one word. */
const QUOTED: Pattern[] = [
  // JSON, which may have been cut, and data URLs, which may have spaces.
  [/([[{])\s*["'[{][\s\S]*/g, (_, start) => `${start}…`],
  [/\b(data:)\S[\s\S]*/gi, (_, start) => `${start}…`],
  [/(?<![\p{L}\p{N}])(["'`“«])([^\s"'`”»]*(?:\1|[”»])|[\s\S]*?(?:(?:\1|[”»])(?![\p{L}\p{N}])|$))/gu, maskQuoted],
]

const PATTERNS: Pattern[] = [
  [
    /((?:pass(?:word|wd)?|clave|contraseña|(?:\w+_)?token|secreto?|authorization|api[_-]?key)["']?\s*[:=]\s*["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&}]+/gi,
    (_, key) => `${key}[token]`,
  ],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, (_, scheme) => `${scheme} [token]`],
  // What is no plain word: URLs, paths, queries, assignments, escapes.
  [/[^\s"'`<>()[\]{}]*[^\s"'`<>()[\]{},;.:?!]/g, maskAddress],
  [/[^\s@<>"'()[\]{},;:=]+@[^\s@<>"'()[\]{},;:=]+/gi, () => '[mail]'],
  // What a name ends in at times, as a quote does before the name of a package.
  [/['={}]@[^\s@<>"'()[\]{},;:=/]+\.[^\s@<>"'()[\]{},;:=/]+/gi, () => '[mail]'],
  // JSON web tokens and their like, then anything long with letters and digits.
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, () => '[token]'],
  [/(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+=-][\w+/=-]{15,}/gi, () => '[token]'],
  [/[\p{L}\p{M}_][\p{L}\p{M}\p{Nd}$_]*/gu, maskWord],
  [/\p{Nd}(?:[\p{Nd}.,\s()/:-]*\p{Nd})?[\p{L}\p{M}$_]*/gu, () => '#'],
  [/…(?:[\s./+&-]*…)+/g, () => '…'],
]

/** Keeps one word in quotes for the other patterns. */
function maskQuoted(quoted: string): string {
  return /\s/.test(quoted) ? '"…"' : quoted
}

/** Parts of paths that are Canje's: remotes, versions, files of a build, operations of the info API, modules. */
const KNOWN_PART =
  /^(?:\.{0,2}|mf-[a-z-]+|\d+\.\d+\.\d+|[\w.-]+\.(?:m?js|css|woff2?)|(?:config|registry|release|live)\.json|main|login|Tab|(?:Select|Insert|Delete|Restore)[A-Z][a-z]+(?:[A-Z][a-z]+)?|CreateToken|ValidateLogin|Logout)$/
const URL_PARTS = /^(https?:\/\/[\w.-]+(?::\d+)?(?=[/?#]|$))?([^?#]*)(.*)$/

/** Masks what an address has besides known parts of its path; a plain word stays. */
function maskAddress(word: string): string {
  if (/^(?:@canje\/[\w/-]+|detalle:[a-z]+|#[A-Z]+-\d+|\[\w+\])$/.test(word)) return word
  if (!/[\p{L}\p{N}]/u.test(word) || !/[/\\?#&=]|%[\da-f]{2}|^[a-z][\w+.-]*:./i.test(word)) return word
  const assigned = /^([\w$.-]+=)(.?)/.exec(word)
  if (assigned) return assigned[2] ? `${assigned[1]}…` : word
  const [, origin = '', path = '', rest = ''] = URL_PARTS.exec(word) ?? []
  const scheme = origin ? '' : (/^[a-z][\w+.-]*:/i.exec(path)?.[0] ?? '')
  if (scheme || path.startsWith('//')) return `${scheme}…`
  const parts = path.split('/').map((part) => (KNOWN_PART.test(part) ? part : '…'))
  return `${origin}${parts.join('/')}${rest === '' ? '' : `${rest[0]}…`}`
}

function maskWord(word: string): string {
  if (!/\p{Nd}/u.test(word)) return isKnownWord(word) ? word : '…'
  return word.replace(/^([a-z$_]*)\p{Nd}+$/u, '$1#').replace(/.*\p{Nd}.*/u, '…')
}

/** What surrounds a word in a message of the federation runtime, too. */
const WORDS = /[^\s"'(),]+/g

/**
 * Masks a message, so that it names nobody and groups with its like: it keeps what is known to be code, which is words in
 * lower case, identifiers, listed words, and Canje's parts of paths.
 *
 * @param kept words that stay as they are, such as the name of a build
 */
export function mask(text: string, kept: readonly string[] = []): string {
  const read = replaceAll(start(text), QUOTED)
  let masked = ''
  let end = 0
  for (const { 0: word, index } of read.matchAll(WORDS)) {
    if (!kept.includes(word)) continue
    masked += replaceAll(read.slice(end, index), PATTERNS) + word
    end = index + word.length
  }
  return masked + replaceAll(read.slice(end), PATTERNS)
}

function replaceAll(text: string, patterns: readonly Pattern[]): string {
  return patterns.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text)
}

/** Whether the name of an error is that of a class, which names nobody. */
export function isErrorType(name: string): boolean {
  return /^(?:[A-Z]\w*)?(?:Error|Exception)$/.test(name)
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
