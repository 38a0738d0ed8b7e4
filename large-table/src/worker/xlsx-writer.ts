import { Zip, ZipDeflate } from 'fflate'
import type { XlsxColumn } from '../row-store'
import { excelDate } from '../xlsx-date'
import { sheetName, xlsxText } from '../xlsx-text'
import { type ColumnBlocks, Kind } from './column-block'
import { DisplayReader } from './display-reader'
import { encodeUtf8 } from './utf8'
import { packageParts, SHEET_END, SHEET_HEAD, SHEET_PATH, Style } from './xlsx-package'

/** Compression level, up to 9. A higher one takes longer for files a fifth smaller. */
const LEVEL = 3
/** Excel's digits of a number: it shows a longer integer with zeros at its end. */
const MAX_DIGITS = 15
/** Excel's widest column, in characters. */
const MAX_WIDTH = 255
const DATE_WIDTH = 'yyyy-mm-dd hh:mm:ss'.length
/** Characters beside those of the longest number, for the margins of a cell. A narrower one shows '####'. */
const MARGIN = 2

interface SheetColumn extends Pick<XlsxColumn, 'header' | 'isDate'> {
  cells: DisplayReader
  /** In characters; widened by a longer number. */
  width: number
}

/** Writes an Excel file of one sheet with a frozen header, and compresses it while rows are added. */
export class XlsxWriter {
  private readonly columns: readonly SheetColumn[]
  private parts: Uint8Array<ArrayBuffer>[] = []
  private readonly sheet: ZipDeflate
  private readonly zip: Zip

  constructor(cells: ColumnBlocks, name: string, columns: readonly XlsxColumn[]) {
    this.columns = columns.map(({ header, isDate, width, ...column }) => ({
      header,
      isDate,
      cells: new DisplayReader(cells, column),
      width: isDate ? Math.max(width, DATE_WIDTH + MARGIN) : width,
    }))
    this.zip = new Zip((error, part) => {
      if (error) throw error
      this.parts.push(new Uint8Array(part))
    })
    for (const [path, text] of Object.entries(packageParts(xlsxText(sheetName(name))))) {
      this.addFile(path).push(encodeUtf8(text), true)
    }
    this.sheet = this.addFile(SHEET_PATH)
  }

  /** Widens the columns for the numbers in rows, before the sheet starts. */
  measure(rows: Uint32Array): void {
    for (const column of this.columns) {
      const { cells } = column
      for (const row of rows) {
        cells.read(row)
        if (cells.kind === Kind.number) column.width = Math.max(column.width, cells.end - cells.start + MARGIN)
      }
    }
  }

  /** Starts the sheet, with the header of its rows. */
  start(): void {
    this.write(sheetStart(this.columns) + this.line(({ header }) => text(header, Style.header)))
  }

  addRows(rows: Uint32Array): void {
    let xml = ''
    for (const row of rows) xml += this.line((column) => cell(column, row))
    this.write(xml)
  }

  finish(): void {
    this.sheet.push(encodeUtf8(SHEET_END), true)
    this.zip.end()
  }

  /** Returns the parts of the file since the last call. */
  takeParts(): Uint8Array<ArrayBuffer>[] {
    const { parts } = this
    this.parts = []
    return parts
  }

  /** Returns the next line of the sheet. Without references, each of its cells is in the next column. */
  private line(cellOf: (column: SheetColumn) => string): string {
    let cells = ''
    for (const column of this.columns) cells += cellOf(column)
    return `<row>${cells}</row>`
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

function sheetStart(columns: readonly SheetColumn[]): string {
  const cols = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.min(width, MAX_WIDTH)}" customWidth="1"/>`,
  )
  return `${SHEET_HEAD}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`
}

function cell({ isDate, cells }: SheetColumn, row: number): string {
  cells.read(row)
  if (cells.start === cells.end) return '<c/>'
  const shown = cells.text()
  if (cells.kind === Kind.number) {
    const value = Number(shown)
    if (Math.abs(value) < 10 ** MAX_DIGITS) return number(value, Number.isInteger(value) ? Style.integer : 0)
  }
  const date = isDate && excelDate(shown)
  if (date) return number(date.days, date.hasTime ? Style.time : Style.day)
  return text(shown, Style.text)
}

function number(value: number, style: number): string {
  return `<c s="${style}"><v>${value}</v></c>`
}

/** An inline string, which Excel never reads as a formula. */
function text(shown: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(shown)}</t></is></c>`
}
