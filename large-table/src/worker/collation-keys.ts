import { collator } from '../order-rows'
import { NINE, ZERO } from './bytes'
import { createCollationWeights, MOST_DIGITS } from './collation-weights'
import type { DisplayReader } from './display-reader'
import { pick, RadixKeys, radixSort } from './radix-sort'
import { NEW, placesByRank, StringDictionary, stringsRepeat } from './string-dictionary'

/** The longest key, in weights; texts that are the same so far are compared by the collator. */
const MOST_WEIGHTS = 200

/** The rows whose cell is a text that reads as no number. Where texts repeat, each has one key, however many rows have it. */
export class CollationKeys {
  private readonly keys: RadixKeys
  /** The first row of each key. */
  private readonly firstRows: Uint32Array
  /** The rows taken, where texts repeat. */
  private readonly repeated: StringDictionary | undefined
  /** Whether the text at a place in the order is equal to the one before it. */
  private readonly tied: Uint8Array
  /** Rows with characters that have no weight, each with how many of the others came before it. */
  private readonly odd: { row: number; before: number }[] = []
  private readonly weights = createCollationWeights()
  /** The weights of the key that is being made. */
  private readonly key = new Uint8Array(MOST_WEIGHTS + MOST_DIGITS)

  /**
   * @param cells what the rows are sorted by
   * @param most how many rows there may be
   */
  constructor(
    private readonly cells: DisplayReader,
    most: number,
  ) {
    this.keys = new RadixKeys(most)
    this.firstRows = new Uint32Array(most)
    if (stringsRepeat(cells, most)) this.repeated = new StringDictionary(cells, this.firstRows)
    this.tied = new Uint8Array(most)
  }

  /** Takes the row whose cell is being read. */
  take(row: number): void {
    const { repeated, keys } = this
    const known = repeated ? repeated.find(row) : NEW
    if (known === NEW && !this.addKey(row)) this.odd.push({ row, before: repeated?.count ?? keys.count })
    else repeated?.take(row, known === NEW ? keys.count - 1 : known)
  }

  /** @returns the rows taken, in Spanish order; equal ones as they were taken */
  sorted(): Uint32Array {
    const { firstRows, repeated, tied } = this
    const keys = radixSort(this.keys, (sorted, from, to) => this.sortEqual(sorted, from, to))
    if (!repeated) return this.withOdd(firstRows, keys)
    return this.withOdd(repeated.rows, placesByRank(keys, tied, repeated.textOf.subarray(0, repeated.count)))
  }

  private textAt(row: number): string {
    this.cells.read(row)
    return this.cells.text()
  }

  /** Texts with the same key differ in accents and case, or far from their beginnings, or not at all. */
  private sortEqual(sorted: Uint32Array, from: number, to: number): void {
    if (this.areSame(sorted, from, to)) return
    const equal = sorted.subarray(from, to)
    const texts = Array.from(equal, (key) => this.textAt(this.firstRows[key] as number))
    const places = ranked(texts)
    const entries = texts.map((text, index) => ({ place: places.get(text) ?? 0, key: equal[index] as number }))
    entries.sort((one, other) => one.place - other.place)
    entries.forEach(({ place, key }, index) => {
      equal[index] = key
      if (place === entries[index - 1]?.place) this.tied[from + index] = 1
    })
  }

  private areSame(sorted: Uint32Array, from: number, to: number): boolean {
    const { cells, firstRows } = this
    cells.read(firstRows[sorted[from] as number] as number)
    const { bytes, start, end } = cells
    for (let place = from + 1; place < to; place++) {
      cells.read(firstRows[sorted[place] as number] as number)
      if (!cells.hasBytes(bytes, start, end)) return false
    }
    return true
  }

  /** The rows taken, in the order of their places, and between them those that have no key. */
  private withOdd(rows: Uint32Array, places: Uint32Array): Uint32Array {
    if (this.odd.length === 0) return pick(rows, places)
    const odd = this.odd.map((entry) => ({ ...entry, text: this.textAt(entry.row) }))
    const texts = ranked(odd.map(({ text }) => text))
    odd.sort((one, other) => (texts.get(one.text) ?? 0) - (texts.get(other.text) ?? 0))
    const merged = new Uint32Array(places.length + odd.length)
    let length = 0
    let next = 0
    for (const place of places) {
      const row = rows[place] as number
      const text = this.textAt(row)
      for (let entry = odd[next]; entry; entry = odd[++next]) {
        const difference = collator.compare(entry.text, text)
        if (difference > 0 || (difference === 0 && place < entry.before)) break
        merged[length++] = entry.row
      }
      merged[length++] = row
    }
    for (const { row } of odd.slice(next)) merged[length++] = row
    return merged
  }

  /** Adds the key of the text of a row, which is being read. @returns whether all its characters have a weight */
  private addKey(row: number): boolean {
    const { bytes, start, end } = this.cells
    const { characters } = this.weights
    const { key } = this
    let length = 0
    let at = start
    for (; at < end && length < MOST_WEIGHTS; at++) {
      const byte = bytes[at] as number
      if (byte >= ZERO && byte <= NINE) {
        const first = at
        while (at + 1 < end && (bytes[at + 1] as number) >= ZERO && (bytes[at + 1] as number) <= NINE) at++
        length = this.writeNumber(first, at, length)
        if (length === 0) return false
        continue
      }
      // Two bytes that begin with C2 or C3 are a character from U+0080 to U+00FF.
      const code =
        byte < 0x80 ? byte : (byte & 0xfe) === 0xc2 ? ((byte & 3) << 6) | ((bytes[++at] as number) & 0x3f) : 0
      const weight = characters[code] as number
      if (weight === 0) return false
      key[length++] = weight
    }
    // A mark that changes the last letter may come next.
    if (at < end && (bytes[at] as number) >= 0x80) return false
    this.firstRows[this.keys.count] = row
    this.keys.addPacked(key, length)
    return true
  }

  /**
   * A number weighs as its count of digits, and then as the digits by twos, the first by itself when they are odd.
   *
   * @returns the length of the key with it; 0 when it has too many digits
   */
  private writeNumber(first: number, last: number, length: number): number {
    const { bytes } = this.cells
    const { key } = this
    let at = first
    while (at < last && bytes[at] === ZERO) at++
    const digits = last - at + 1
    if (digits > MOST_DIGITS) return 0
    let to = length
    key[to++] = this.weights.number + digits - 1
    if (digits % 2 === 1) key[to++] = (bytes[at++] as number) - ZERO + 1
    for (; at < last; at += 2) key[to++] = 10 * ((bytes[at] as number) - ZERO) + (bytes[at + 1] as number) - ZERO + 1
    return to
  }
}

/** @returns the place of each text among them; those that the collator does not tell apart have one place */
function ranked(texts: readonly string[]): Map<string, number> {
  const distinct = [...new Set(texts)].sort(collator.compare)
  let place = 0
  return new Map(
    distinct.map((text, index) => {
      if (index > 0 && collator.compare(distinct[index - 1] ?? '', text) !== 0) place++
      return [text, place]
    }),
  )
}
