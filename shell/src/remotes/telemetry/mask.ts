/** The most characters of a text that are read. */
const MAX_READ = 500

/** Where data begins, which is taken to reach to the end: secrets, JSON and data URLs, a quoted text of several words. */
const DATA = [
  /\b(?:bearer|basic)\s[\s\S]*/i,
  /(?:pass\w*|clave|contraseña|token|secreto?|authorization|api[_-]?key)["']?\s*[:=][\s\S]*/i,
  /(?:\{|\[\s*["'[{]|\bdata:)[\s\S]*/i,
  /(?<![\p{L}\p{N}])(["'`“«])(?:(?!\1(?![\p{L}\p{N}])|[”»])\S)*\s[\s\S]*/u,
]

/** What has spaces, quotes or brackets around it, without punctuation at its end. */
const TOKEN = /[^\s"'`“”«»<>()[\]{}]*[^\s"'`“”«»<>()[\]{},;.:?!]/g
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu

/** URLs, paths, queries, mails, assignments, escapes; and what is too long for a word, as parts of access tokens are. */
const ADDRESS = /^(?=.*[\p{L}\p{N}])(?:.*[@/\\?#&=%]|[a-z][\w+.-]*:.|.*[\w$+~-]{25})/iu
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?(?=[/?#]|$)/
/** Parts of paths that are Canje's: remotes, packages, slots, files of a build, operations of the info API. */
const KNOWN_PART =
  /^(?:\.{0,2}|@canje|shared-[a-z]+|mf-[a-z-]+|detalle:[a-z]+|[\w.-]+\.(?:m?js|css|woff2?)|(?:Select|Insert|Delete|Restore)[A-Z][a-z]+(?:[A-Z][a-z]+)?)$/

/** Words of lower-case Spanish and English letters, and identifiers that begin with one. */
const PLAIN = /^(?:[a-záéíóúüñ]+|[a-z$_][A-Za-z$_]*)$/
/** Names in messages of browsers, React, the federation runtime and Canje, and what begins them. In lower case. */
const LISTED =
  `an api at axios can cannot canje chunk codigos config cors could css each el element en error es expected failed
  falta federation get hay html http https importing in invalid it json la las live load loading login los main maximum
  minified missing module network no not out please post property puntaje react reduce referidos registry release remote
  rendered reportes request runtime script see shell tab the this timeout too type unable uncaught unexpected unhandled unknown
  url usuarios when you`.split(/\s+/)

/**
 * Masks a text, so that it names nobody and equals its like: it keeps what is known to be code, which is words in lower
 * case, identifiers, listed words, names of the browser's APIs, hosts, and Canje's parts of paths. All else becomes `…`.
 *
 * @param kept tokens that stay as they are, such as the name of a build
 * @returns the first 500 characters, masked
 */
export function mask(text: string, kept: readonly string[] = []): string {
  // Half of a token may look like a word.
  const read = text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\S*$/, '…') : text
  return DATA.reduce((masked, data) => masked.replace(data, '…'), read)
    .replace(TOKEN, (token) => (kept.includes(token) ? token : maskToken(token)))
    .replace(/…(?:[\s.,/'+:-]*…)+/g, '…')
}

function maskToken(token: string): string {
  return ADDRESS.test(token) ? maskAddress(token) : token.replace(WORD, (word) => (isKnown(word) ? word : '…'))
}

function maskAddress(address: string): string {
  const [origin = ''] = ORIGIN.exec(address) ?? []
  const [path = '', query] = address.slice(origin.length).split(/(?=[?#])/)
  const parts = path
    .split('/')
    .map((part) => (KNOWN_PART.test(part) || LISTED.includes(part.toLowerCase()) ? part : '…'))
  return `${origin}${parts.join('/')}${query ? '…' : ''}`.replace(/\w*\d\w*/g, '…')
}

function isKnown(word: string): boolean {
  // Own properties only: ids of elements are inherited ones.
  return PLAIN.test(word) || LISTED.includes(word.toLowerCase()) || isErrorType(word) || Object.hasOwn(globalThis, word)
}

/** Whether the name of an error is that of a class, which names nobody. */
export function isErrorType(name: string): boolean {
  return /^(?:[A-Z][A-Za-z]{0,99})?(?:Error|Exception)$/.test(name)
}
