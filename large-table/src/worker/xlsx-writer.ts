import { Zip, ZipDeflate } from 'fflate'
import { excelDate } from '../xlsx-date'
import type { XlsxColumn } from '../xlsx-options'
import { sheetName, xlsxText } from '../xlsx-text'
import { type ColumnBlocks, Kind } from './column-block'
import { DisplayReader } from './display-reader'
import { encodeUtf8 } from './utf8'
import { packageParts, SHEET_HEAD, SHEET_PATH, Style, XLSX_TYPE } from './xlsx-package'

/** Of 9: a higher one takes longer for files a fifth smaller. */
const LEVEL = 3
/** Excel's digits of a number: it shows a longer integer with zeros at its end. */
const MAX_DIGITS = 15
/** Excel's widest column, in characters. */
const MAX_WIDTH = 255
const DATE_WIDTH = 'yyyy-mm-dd hh:mm:ss'.length
/** Characters beside those of the longest number, for the margins of a cell. A narrower one shows '####'. */
const MARGIN = 2

interface SheetColumn {
  letters: string
  isDate: boolean
  cells: DisplayReader
}

/** Writes an Excel file of one sheet with a frozen header, and compresses it while rows are added. */
export class XlsxWriter {
  private readonly columns: readonly SheetColumn[]
  private readonly chunks: Uint8Array<ArrayBuffer>[] = []
  private readonly sheet: ZipDeflate
  private readonly zip: Zip
  private readonly range: string

  constructor(cells: ColumnBlocks, name: string, columns: readonly XlsxColumn[]) {
    this.columns = columns.map((column, index) => ({
      letters: columnLetters(index),
      isDate: column.isDate,
      cells: new DisplayReader(cells, column),
    }))
    this.range = `A1:${this.columns.at(-1)?.letters}${cells.count + 1}`
    this.zip = new Zip((error, chunk) => {
      if (error) throw error
      this.chunks.push(new Uint8Array(chunk))
    })
    for (const [path, text] of Object.entries(packageParts(xlsxText(sheetName(name))))) {
      this.addFile(path).push(encodeUtf8(text), true)
    }
    this.sheet = this.addFile(SHEET_PATH)
    this.write(sheetStart(this.range, columnWidths(this.columns, columns, cells.count)))
    this.write(row(1, columns.map(({ header }, index) => text(columnLetters(index), 1, header, Style.header)).join('')))
  }

  /** Adds the rows from one number up to another, which is not included. */
  addRows(first: number, end: number): void {
    let xml = ''
    for (let number = first; number < end; number++) {
      let line = ''
      for (const column of this.columns) line += cell(column, number)
      xml += row(number + 2, line)
    }
    this.write(xml)
  }

  finish(): Blob {
    // A green triangle at each number that is a text would look like an error.
    const ignored = `<ignoredErrors><ignoredError sqref="${this.range}" numberStoredAsText="1"/></ignoredErrors>`
    this.sheet.push(encodeUtf8(`</sheetData>${ignored}</worksheet>`), true)
    this.zip.end()
    return new Blob(this.chunks, { type: XLSX_TYPE })
  }

  private write(xml: string): void {
    this.sheet.push(encodeUtf8(xml))
  }

  private addFile(path: string): ZipDeflate {
    const file = new ZipDeflate(path, { level: LEVEL })
    this.zip.add(file)
    return file
  }
}

function sheetStart(range: string, widths: readonly number[]): string {
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${SHEET_HEAD}<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`
}

function columnWidths(sheet: readonly SheetColumn[], columns: readonly XlsxColumn[], count: number): number[] {
  return sheet.map(({ cells, isDate }, index) => {
    let longest = isDate ? DATE_WIDTH : 0
    for (let row = 0; row < count; row++) {
      cells.read(row)
      if (cells.kind === Kind.number) longest = Math.max(longest, cells.end - cells.start)
    }
    return Math.min(Math.max(columns[index]?.width ?? 0, longest + MARGIN), MAX_WIDTH)
  })
}

function cell({ letters, isDate, cells }: SheetColumn, row: number): string {
  cells.read(row)
  if (cells.start === cells.end) return ''
  const shown = cells.text()
  if (cells.kind === Kind.number) {
    const value = Number(shown)
    if (Math.abs(value) < 10 ** MAX_DIGITS)
      return number(letters, row + 2, value, Number.isInteger(value) ? Style.integer : 0)
  }
  const date = isDate && excelDate(shown)
  if (date) return number(letters, row + 2, date.days, date.hasTime ? Style.time : Style.day)
  return text(letters, row + 2, shown, Style.text)
}

function row(number: number, cells: string): string {
  return `<row r="${number}">${cells}</row>`
}

function number(letters: string, row: number, value: number, style: number): string {
  return `<c r="${letters}${row}" s="${style}"><v>${value}</v></c>`
}

/** An inline string, which Excel never reads as a formula. */
function text(letters: string, row: number, shown: string, style: number): string {
  return `<c r="${letters}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(shown)}</t></is></c>`
}

/** 0 is A, 26 is AA. */
function columnLetters(index: number): string {
  const before = index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}
