/** The most UTF-16 units of a cell. Excel repairs a file with a longer one, which staff would take for damaged. */
const MAX_CELL = 32_767
/** Characters that Excel refuses in the name of a sheet. */
const REFUSED = /[[\]:*?/\\\p{Cc}]/gu
const MAX_SHEET_NAME = 31

/** Characters to write otherwise, and texts that would read as such. CR would be read as LF. */
const ESCAPED = /[&<>"\uFFFE\uFFFF]|(?![\t\n])\p{Cc}|_(?=x[0-9A-Fa-f]{4}_)/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Returns the text of a cell as XML. A longer one than Excel's cell holds ends with '…'. A character that XML does not
 * have is written as `_x0001_` (ECMA-376, part 1, ST_Xstring).
 */
export function xlsxText(text: string): string {
  return shorten(text, MAX_CELL).replace(
    ESCAPED,
    (character) => ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

/** Returns a name that Excel accepts for a sheet: at most 31 units, without its syntax for references. */
export function sheetName(name: string): string {
  // An apostrophe at the ends would quote the name in references.
  const text = shorten(name.replace(REFUSED, ' ').replace(/^['\s]+|['\s]+$/g, ''), MAX_SHEET_NAME) || 'Datos'
  // Excel reserves the name, in its language.
  return /^(history|historial)$/i.test(text) ? `${text} 1` : text
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  // A cut within a surrogate pair would leave half a character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
