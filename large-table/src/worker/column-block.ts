import { parseNumber } from '@canje/shared-auth/json'
import type { Cell } from '../parse-rows'
import { type KeyFields, keyOfCells } from '../row-key'
import { decodeUtf8 } from './utf8'

/** The type of a cell. */
export const Kind = { empty: 0, number: 1, boolean: 2, text: 3 } as const

export function kindOf(cell: Cell): number {
  if (cell === null) return Kind.empty
  if (typeof cell === 'number' || typeof cell === 'bigint') return Kind.number
  return typeof cell === 'boolean' ? Kind.boolean : Kind.text
}

/** Rows per block: few enough to close a block without a pause. */
const BLOCK_BITS = 13
export const BLOCK_ROWS = 1 << BLOCK_BITS
const LAST_IN_BLOCK = BLOCK_ROWS - 1

/** Consecutive cells of one column: their texts in UTF-8, concatenated, with the end offset and kind of each. */
interface ColumnBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: Uint32Array
  readonly kinds: Uint8Array
}

/** The cells of a field that the rows lack. */
const EMPTY_BLOCK: ColumnBlock = {
  bytes: new Uint8Array(),
  ends: new Uint32Array(BLOCK_ROWS),
  kinds: new Uint8Array(BLOCK_ROWS),
}

/** The last block of a column, which receives new cells. */
export class OpenColumn implements ColumnBlock {
  bytes = new Uint8Array(1024)
  readonly ends = new Uint32Array(BLOCK_ROWS)
  readonly kinds = new Uint8Array(BLOCK_ROWS)
  /** Start, end and kind of the cell in the current row. A repeated field overwrites it. */
  start = 0
  end = 0
  kind: number = Kind.empty

  /** Ensures capacity for this many bytes from the start of the current cell. */
  reserve(count: number): void {
    if (this.bytes.length >= this.start + count) return
    const grown = new Uint8Array(2 * (this.start + count))
    grown.set(this.bytes.subarray(0, this.end))
    this.bytes = grown
  }

  /** Leaves the current cell empty. */
  clear(): void {
    this.end = this.start
    this.kind = Kind.empty
  }

  commit(row: number): void {
    this.ends[row] = this.end
    this.kinds[row] = this.kind
    this.start = this.end
    this.kind = Kind.empty
  }

  /** Moves the cells to a new closed block. */
  close(): ColumnBlock {
    const closed = { bytes: this.bytes.slice(0, this.start), ends: this.ends.slice(), kinds: this.kinds.slice() }
    this.start = 0
    this.end = 0
    return closed
  }
}

/** The rows of a response in columnar storage. It takes about as much memory as the JSON without the field names. */
export class ColumnBlocks {
  count = 0
  readonly open: readonly OpenColumn[]
  private readonly columns: ColumnBlock[][]

  constructor(readonly fields: readonly string[]) {
    this.open = fields.map(() => new OpenColumn())
    this.columns = this.open.map((column) => [column])
  }

  /** Discards the cells of the current row. */
  clearRow(): void {
    const { open } = this
    for (let column = 0; column < open.length; column++) open[column]?.clear()
  }

  /** Commits the current row, whose cells are in `open`. */
  commitRow(): void {
    const { open } = this
    const row = this.count & LAST_IN_BLOCK
    // Until this code is compiled, an iterator per row would become garbage.
    for (let column = 0; column < open.length; column++) open[column]?.commit(row)
    this.count++
    if (row !== LAST_IN_BLOCK) return
    this.open.forEach((column, index) => {
      this.columns[index]?.splice(-1, 1, column.close(), column)
    })
  }

  /** Returns the rows with these numbers, in the format of `parseRows`. */
  rows(numbers: Iterable<number>): Record<string, Cell>[] {
    const readers = this.fields.map((field) => ({ field, reader: new CellReader(this.blocksOf(field)) }))
    return Array.from(numbers, (row) =>
      Object.fromEntries(
        readers.map(({ field, reader }) => {
          reader.read(row)
          return [field, reader.cell()]
        }),
      ),
    )
  }

  blocksOf(field: string): readonly ColumnBlock[] {
    return this.columns[this.fields.indexOf(field)] ?? []
  }
}

/** Returns a function that reads the key of a row, see `rowKey`. */
export function readKeys(cells: ColumnBlocks, fields: KeyFields): (row: number) => string {
  const readers = new Map(cells.fields.map((field) => [field, new CellReader(cells.blocksOf(field))]))
  let row = 0
  const cellOf = (field: string): Cell => {
    const reader = readers.get(field)
    reader?.read(row)
    return reader?.cell() ?? null
  }
  return (number) => {
    row = number
    return keyOfCells(cellOf, fields)
  }
}

/** A cursor over the cells of a column. The text of the current cell is `bytes` from `start` to `end`. */
export class CellReader {
  bytes: Uint8Array = new Uint8Array()
  start = 0
  end = 0
  kind: number = Kind.empty

  constructor(private readonly blocks: readonly ColumnBlock[]) {}

  read(row: number): void {
    const block = this.blocks[row >>> BLOCK_BITS] ?? EMPTY_BLOCK
    const index = row & LAST_IN_BLOCK
    this.bytes = block.bytes
    this.start = index === 0 ? 0 : (block.ends[index - 1] as number)
    this.end = block.ends[index] as number
    this.kind = block.kinds[index] as number
  }

  /** Returns whether the cell's text equals these bytes. */
  hasBytes(others: Uint8Array, from: number, to: number): boolean {
    const { bytes, start, end } = this
    if (end - start !== to - from) return false
    for (let at = start, other = from; at < end; at++, other++) if (bytes[at] !== others[other]) return false
    return true
  }

  text(): string {
    return decodeUtf8(this.bytes.subarray(this.start, this.end))
  }

  cell(): Cell {
    if (this.kind === Kind.empty) return null
    const text = this.text()
    if (this.kind === Kind.number) return parseNumber(text)
    return this.kind === Kind.boolean ? text === 'true' : text
  }
}

/** Returns the numbers of all rows. */
export function rowNumbers(count: number): Uint32Array {
  // `Uint32Array.from` would call a function for each row.
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}
