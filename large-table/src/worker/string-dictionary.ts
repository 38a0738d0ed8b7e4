import { type CellReader, Kind } from './column-block'

/** The text is not in the dictionary. */
export const NEW = -1

/** The first rows show whether texts repeat: with 80,000 distinct names, a tenth of this sample does. */
const SAMPLE_ROWS = 1 << 14
/** Below this ratio of distinct texts a dictionary pays off: up to about 320,000 distinct texts in a column. */
const MAX_DISTINCT_RATIO = 0.975

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Returns whether texts repeat so often, as names and places do, that sorting each only once is faster. */
export function stringsRepeat(cells: CellReader, rows: Uint32Array): boolean {
  const hashes = new Set<number>()
  let texts = 0
  for (const row of rows.subarray(0, SAMPLE_ROWS)) {
    cells.read(row)
    if (cells.start === cells.end || cells.kind === Kind.number) continue
    texts++
    hashes.add(hashOf(cells.bytes, cells.start, cells.end))
  }
  return hashes.size < MAX_DISTINCT_RATIO * texts
}

/** A hash table of the distinct texts of a column, for rows with repeated texts. Texts are numbered in insertion order. */
export class StringDictionary {
  /** The number of added rows. */
  rowCount = 0
  /** The number of distinct texts. */
  count = 0
  /** The number of each added row's text. */
  readonly ids: Uint32Array
  private readonly hashes: Uint32Array
  /** Text numbers, from 1, in open addressing with linear probing; 0 is a free slot. */
  private readonly table: Uint32Array
  /** Hash and slot of the last lookup. */
  private hash = 0
  private slot = 0

  /**
   * @param cells the column of the texts
   * @param firstRows the first row of each text; the caller sets it for a new text
   */
  constructor(
    protected readonly cells: CellReader,
    protected readonly firstRows: Uint32Array,
  ) {
    const capacity = firstRows.length
    this.ids = new Uint32Array(capacity)
    this.hashes = new Uint32Array(capacity)
    // The length is a power of two, for masking. At most half of the slots are in use.
    this.table = new Uint32Array(2 << (32 - Math.clz32(capacity)))
  }

  /** Looks up the text of the row that the reader is at; it stays there for a new text. @returns its number, or `NEW` */
  find(row: number): number {
    const { cells, table, hashes } = this
    const { bytes, start, end } = cells
    const mask = table.length - 1
    this.hash = hashOf(bytes, start, end)
    this.slot = this.hash & mask
    for (let found = table[this.slot] as number; found > 0; found = table[this.slot] as number) {
      if (hashes[found - 1] === this.hash) {
        cells.read(this.firstRows[found - 1] as number)
        if (cells.hasBytes(bytes, start, end)) return found - 1
      }
      this.slot = (this.slot + 1) & mask
    }
    cells.read(row)
    return NEW
  }

  /** Adds a row with the text of the last lookup and its number, which is the next number for a new text. */
  add(text: number): void {
    if (text === this.count) {
      this.count++
      this.table[this.slot] = this.count
      this.hashes[text] = this.hash
    }
    this.ids[this.rowCount++] = text
  }
}

/**
 * Sorts rows with repeated texts, by counting sort on the ranks of their texts. It is stable.
 *
 * @param texts the sorted text numbers
 * @param tied 1 where the collator treats a sorted text as equal to its predecessor
 * @param ids the text number of each row
 * @returns the indices of the rows, sorted by their texts
 */
export function positionsByRank(texts: Uint32Array, tied: Uint8Array, ids: Uint32Array): Uint32Array {
  const rankOf = new Uint32Array(texts.length)
  let rank = 0
  for (let place = 0; place < texts.length; place++) {
    if (place > 0 && tied[place] === 0) rank++
    rankOf[texts[place] as number] = rank
  }
  const next = new Uint32Array(rank + 2)
  for (const text of ids) next[(rankOf[text] as number) + 1] = (next[(rankOf[text] as number) + 1] as number) + 1
  for (let at = 1; at < next.length; at++) next[at] = (next[at] as number) + (next[at - 1] as number)
  const sorted = new Uint32Array(ids.length)
  for (let row = 0; row < ids.length; row++) {
    const ranked = rankOf[ids[row] as number] as number
    const place = next[ranked] as number
    sorted[place] = row
    next[ranked] = place + 1
  }
  return sorted
}

/** Unsigned FNV-1a with its high bits mixed into the low ones, which select the slot. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME)
  return (hash ^ (hash >>> 15)) >>> 0
}
