import { type CellReader, Kind } from './column-block'

/** No text that was there before. */
export const NEW = -1

/** The first cells of a column tell whether its texts repeat: of 80 000 names, a tenth of as many has been there. */
const SAMPLE = 1 << 14
/** The part of them that may be new where others are looked for: it is less up to some 320 000 different texts. */
const MOST_NEW = 0.975

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Whether so many texts are like others, as names and places are, that each is best sorted only once. */
export function stringsRepeat(cells: CellReader, count: number): boolean {
  const hashes = new Set<number>()
  let texts = 0
  for (let row = 0; row < Math.min(count, SAMPLE); row++) {
    cells.read(row)
    if (cells.start === cells.end || cells.kind === Kind.number) continue
    texts++
    hashes.add(hashOf(cells.bytes, cells.start, cells.end))
  }
  return hashes.size < MOST_NEW * texts
}

/** Rows of which many have the same text, found by its bytes. Texts are numbered as they come. */
export class StringDictionary {
  count = 0
  /** The rows taken, and the text of each. */
  readonly rows: Uint32Array
  readonly textOf: Uint32Array
  private texts = 0
  private readonly hashes: Uint32Array
  /** The numbers of the texts, from 1, each where its hash leads or in the next place that was free. */
  private readonly table: Uint32Array
  /** Of the text that was looked for last. */
  private hash = 0
  private place = 0

  /**
   * @param cells where the texts are read
   * @param firstRows the first row with each text; whoever takes a new one sets it
   */
  constructor(
    private readonly cells: CellReader,
    private readonly firstRows: Uint32Array,
  ) {
    const most = firstRows.length
    this.rows = new Uint32Array(most)
    this.textOf = new Uint32Array(most)
    this.hashes = new Uint32Array(most)
    // A power of two, so that a mask leads there, of which half or more stays free.
    this.table = new Uint32Array(2 << (32 - Math.clz32(most)))
  }

  /** Looks for the text of a row, which is being read, and still is where it is new. @returns its number, or `NEW` */
  find(row: number): number {
    const { cells, table, hashes } = this
    const { bytes, start, end } = cells
    const mask = table.length - 1
    this.hash = hashOf(bytes, start, end)
    this.place = this.hash & mask
    for (let found = table[this.place] as number; found > 0; found = table[this.place] as number) {
      if (hashes[found - 1] === this.hash) {
        cells.read(this.firstRows[found - 1] as number)
        if (cells.hasBytes(bytes, start, end)) return found - 1
        cells.read(row)
      }
      this.place = (this.place + 1) & mask
    }
    return NEW
  }

  /** Takes the row that was looked for last, with the number of its text: the next one where it is new. */
  take(row: number, text: number): void {
    if (text === this.texts) {
      this.texts++
      this.table[this.place] = this.texts
      this.hashes[text] = this.hash
    }
    this.rows[this.count] = row
    this.textOf[this.count++] = text
  }
}

/**
 * The order of rows of which several have the same text.
 *
 * @param texts by number, in order
 * @param tied whether the text at a place is equal, in that order, to the one before it
 * @param textOf the text of each row
 * @returns the rows by number, in the order of their texts; those with equal ones in their places
 */
export function placesByRank(texts: Uint32Array, tied: Uint8Array, textOf: Uint32Array): Uint32Array {
  const rankOf = new Uint32Array(texts.length)
  let rank = 0
  for (let place = 0; place < texts.length; place++) {
    if (place > 0 && tied[place] === 0) rank++
    rankOf[texts[place] as number] = rank
  }
  const next = new Uint32Array(rank + 2)
  for (const text of textOf) next[(rankOf[text] as number) + 1] = (next[(rankOf[text] as number) + 1] as number) + 1
  for (let at = 1; at < next.length; at++) next[at] = (next[at] as number) + (next[at - 1] as number)
  const sorted = new Uint32Array(textOf.length)
  for (let row = 0; row < textOf.length; row++) {
    const ranked = rankOf[textOf[row] as number] as number
    const place = next[ranked] as number
    sorted[place] = row
    next[ranked] = place + 1
  }
  return sorted
}

/** FNV-1a, without a sign and with its high bits in the low ones, which lead to the place. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME)
  return (hash ^ (hash >>> 15)) >>> 0
}
