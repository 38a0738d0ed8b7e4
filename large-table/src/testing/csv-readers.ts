import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\uFEFF'

/** The delimiters of spreadsheets, which depend on the language and on how a file is opened. */
export const DELIMITERS = [',', ';', '\t'] as const

/**
 * Parses a file as Excel does. A quote opens only at the start of a field. Text between the closing quote and the
 * delimiter belongs to the field. CR, LF and CRLF end a line.
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

/** Parses a file with Papa Parse: only CRLF ends a line, and a quote closes only before a delimiter. */
export function readAsPapa(file: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(file.replace(BYTE_ORDER_MARK, ''), { delimiter, newline: '\r\n' }).data
}
