import { tsvLine } from '@canje/large-table'
import { type ColumnOptions, isNumeric } from '../rows/columns'

/** What to copy. */
export interface Copied {
  text: string
  /** The same for a sheet, of cells. */
  html?: string
  /** The toast after copying. */
  message: string
}

/** A number that a sheet does not change. */
const NUMBER = /^(0|-?[1-9]\d{0,14})$/
const TEXT = { header: '', field: 'text', kind: 'code' } as const

/** Copies texts as cells, a line each, with the guard of the CSV against formulas (D16, CSV). */
export function copiedTexts(texts: readonly string[], message: string): Copied {
  return copiedLines(texts.map((text) => tsvLine([TEXT], { text })).join('\n'), [TEXT], message)
}

/**
 * Copies lines of cells between tabs, as `tsvLine` writes them, also as a table of HTML: a sheet keeps its texts as they are,
 * where it would read `00123`, a number of 18 digits and `MAR5` of a plain text as numbers and a date.
 */
export function copiedLines(text: string, columns: readonly Pick<ColumnOptions, 'kind'>[], message: string): Copied {
  const cellOf = (cell: string, place: number) => {
    const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    const isNumber = isNumeric(columns[place] ?? {}) && NUMBER.test(cell)
    // Excel reads the style, LibreOffice the attribute.
    return `<td${isNumber ? '' : ` style="mso-number-format:'\\@'" sdnum="0;0;@"`}>${escapeHtml(shown)}</td>`
  }
  const rows = text.split('\n').map((line) => `<tr>${line.split('\t').map(cellOf).join('')}</tr>`)
  return { text, html: `<meta charset="utf-8"><table>${rows.join('')}</table>`, message }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
