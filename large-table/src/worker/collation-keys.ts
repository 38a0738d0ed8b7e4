import { collator } from '../order-rows'
import { NINE, ZERO } from './bytes'
import { createCollationWeights, MAX_DIGITS } from './collation-weights'
import type { DisplayReader } from './display-reader'
import { pick, RadixKeys, radixSort, WEIGHTS_PER_WORD } from './radix-sort'
import { NEW, positionsByRank, StringDictionary, stringsRepeat } from './string-dictionary'

/** Maximum length of a key, in weights. The collator compares texts with equal keys. */
const MAX_WEIGHTS = 200

/** Sort keys of the rows with non-numeric text. Where texts repeat, all rows with the same text share one key. */
export class CollationKeys {
  private readonly keys: RadixKeys
  /** The first row of each key. */
  private readonly firstRows: Uint32Array
  /** The texts of the rows, where texts repeat. */
  private readonly repeated: StringDictionary | undefined
  /** The rows with a key, where texts repeat. */
  private readonly rows: Uint32Array
  /** 1 where the collator treats a sorted text as equal to its predecessor. */
  private readonly tied: Uint8Array
  /** Rows with characters without weight, each with the number of keyed rows added before it. */
  private readonly unweighted: { row: number; preceding: number }[] = []
  private readonly weights = createCollationWeights()
  /** The weights of the key under construction. */
  private readonly key = new Uint8Array(MAX_WEIGHTS + MAX_DIGITS + WEIGHTS_PER_WORD)

  /**
   * @param cells the column to sort by
   * @param rows those that are added
   */
  constructor(
    private readonly cells: DisplayReader,
    rows: Uint32Array,
  ) {
    const capacity = rows.length
    this.keys = new RadixKeys(capacity)
    this.firstRows = new Uint32Array(capacity)
    if (stringsRepeat(cells, rows)) this.repeated = new StringDictionary(cells, this.firstRows)
    this.rows = new Uint32Array(this.repeated ? capacity : 0)
    this.tied = new Uint8Array(capacity)
  }

  /** Adds the row that the reader is at. */
  add(row: number): void {
    const { repeated, keys } = this
    const known = repeated ? repeated.find(row) : NEW
    if (known === NEW && !this.addKey(row)) this.unweighted.push({ row, preceding: repeated?.rowCount ?? keys.count })
    else if (repeated) {
      this.rows[repeated.rowCount] = row
      repeated.add(known === NEW ? keys.count - 1 : known)
    }
  }

  /** @returns the added rows in Spanish order; equal ones in insertion order */
  sorted(): Uint32Array {
    const { firstRows, repeated, tied } = this
    const keys = radixSort(this.keys, (sorted, from, to) => this.sortEqual(sorted, from, to))
    if (!repeated) return this.mergeUnweighted(firstRows, keys)
    return this.mergeUnweighted(this.rows, positionsByRank(keys, tied, repeated.ids.subarray(0, repeated.rowCount)))
  }

  private textAt(row: number): string {
    this.cells.read(row)
    return this.cells.text()
  }

  /** Texts with equal keys differ in accents or case, beyond the length of a key, or not at all. */
  private sortEqual(sorted: Uint32Array, from: number, to: number): void {
    const equal = sorted.subarray(from, to)
    const texts = Array.from(equal, (key) => this.textAt(this.firstRows[key] as number))
    const places = rankTexts(texts)
    const entries = texts.map((text, index) => ({ place: places.get(text) ?? 0, key: equal[index] as number }))
    entries.sort((one, other) => one.place - other.place)
    entries.forEach(({ place, key }, index) => {
      equal[index] = key
      if (place === entries[index - 1]?.place) this.tied[from + index] = 1
    })
  }

  /** Returns the sorted rows, merged with the rows without a key. */
  private mergeUnweighted(rows: Uint32Array, places: Uint32Array): Uint32Array {
    if (this.unweighted.length === 0) return pick(rows, places)
    const unweighted = this.unweighted.map((entry) => ({ ...entry, text: this.textAt(entry.row) }))
    const texts = rankTexts(unweighted.map(({ text }) => text))
    unweighted.sort((one, other) => (texts.get(one.text) ?? 0) - (texts.get(other.text) ?? 0))
    const merged = new Uint32Array(places.length + unweighted.length)
    let length = 0
    let next = 0
    for (const place of places) {
      const row = rows[place] as number
      const text = this.textAt(row)
      for (let entry = unweighted[next]; entry; entry = unweighted[++next]) {
        const difference = collator.compare(entry.text, text)
        if (difference > 0 || (difference === 0 && place < entry.preceding)) break
        merged[length++] = entry.row
      }
      merged[length++] = row
    }
    for (const { row } of unweighted.slice(next)) merged[length++] = row
    return merged
  }

  /** Adds the key of the row that the reader is at. @returns whether all its characters have a weight */
  private addKey(row: number): boolean {
    const { bytes, start, end } = this.cells
    const { characters } = this.weights
    const { key } = this
    let length = 0
    let at = start
    for (; at < end && length < MAX_WEIGHTS; at++) {
      const byte = bytes[at] as number
      if (byte >= ZERO && byte <= NINE) {
        const first = at
        while (at + 1 < end && (bytes[at + 1] as number) >= ZERO && (bytes[at + 1] as number) <= NINE) at++
        length = this.writeNumber(first, at, length)
        if (length === 0) return false
        continue
      }
      // Two bytes that start with C2 or C3 are a character from U+0080 to U+00FF.
      const code =
        byte < 0x80 ? byte : (byte & 0xfe) === 0xc2 ? ((byte & 3) << 6) | ((bytes[++at] as number) & 0x3f) : 0
      const weight = characters[code] as number
      if (weight === 0) return false
      key[length++] = weight
    }
    // A combining mark may follow the last letter.
    if (at < end && (bytes[at] as number) >= 0x80) return false
    this.firstRows[this.keys.count] = row
    // `fill` would be called for each key.
    for (let end = 0; end < WEIGHTS_PER_WORD; end++) key[length + end] = 0
    this.keys.addPacked(key, length)
    return true
  }

  /**
   * Writes the weights of a number: its count of digits, then its digits in pairs. The first of an odd count is single.
   *
   * @returns the new length of the key; 0 when the number has too many digits
   */
  private writeNumber(first: number, last: number, length: number): number {
    const { bytes } = this.cells
    const { key } = this
    let at = first
    while (at < last && bytes[at] === ZERO) at++
    const digits = last - at + 1
    if (digits > MAX_DIGITS) return 0
    let to = length
    key[to++] = this.weights.number + digits - 1
    if (digits % 2 === 1) key[to++] = (bytes[at++] as number) - ZERO + 1
    for (; at < last; at += 2) key[to++] = 10 * ((bytes[at] as number) - ZERO) + (bytes[at + 1] as number) - ZERO + 1
    return to
  }
}

/** @returns the rank of each text; texts that the collator treats as equal share a rank */
function rankTexts(texts: readonly string[]): Map<string, number> {
  const distinct = [...new Set(texts)].sort(collator.compare)
  let place = 0
  return new Map(
    distinct.map((text, index) => {
      if (index > 0 && collator.compare(distinct[index - 1] ?? '', text) !== 0) place++
      return [text, place]
    }),
  )
}
