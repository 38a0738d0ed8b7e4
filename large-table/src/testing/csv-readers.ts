import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\uFEFF'

/** The separators that spreadsheets split a file at, by language and by how it is opened. */
export const DELIMITERS = [',', ';', '\t'] as const

/**
 * The cells of a file as Excel reads it: a quote opens only at the very start of a field; after the quote that closes it,
 * the rest up to the delimiter belongs to the field too; CR, LF and CRLF end a line.
 */
export function readAsExcel(file: string, delimiter: string): string[][] {
  const text = file.replace(BYTE_ORDER_MARK, '')
  const lines: string[][] = [[]]
  let field = ''
  let isQuoted = false
  let isStart = true
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (isStart && character === '"') {
      isQuoted = true
      isStart = false
    } else if (character === delimiter || character === '\r' || character === '\n') {
      lines.at(-1)?.push(field)
      if (character !== delimiter) lines.push([])
      if (character === '\r' && text[at + 1] === '\n') at++
      field = ''
      isStart = true
    } else {
      field += character
      isStart = false
    }
  }
  lines.at(-1)?.push(field)
  return lines
}

/** The cells of a file as papaparse reads it: only CRLF ends a line, and a quote closes only before a delimiter. */
export function readAsPapa(file: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(file.replace(BYTE_ORDER_MARK, ''), { delimiter, newline: '\r\n' }).data
}
