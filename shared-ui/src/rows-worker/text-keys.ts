import { collator } from '../rows/arrange'
import { NINE, ZERO } from './bytes'
import type { ShownCells } from './shown-cells'
import { sortKeys, WORD_BITS, WordKeys } from './sort-words'
import { createTextWeights, MOST_DIGITS, WEIGHT_BITS } from './text-weights'

/** The longest key, in weights; texts that are the same so far are compared by the collator. */
const MOST_WEIGHTS = 200

/** The rows whose cell is a text that reads as no number. */
export class TextKeys {
  private readonly keys: WordKeys
  private readonly rows: Uint32Array
  /** Rows with characters that have no weight, each with how many of the others came before it. */
  private readonly odd: { row: number; before: number }[] = []
  private readonly weights = createTextWeights()
  private word = 0
  private bits = 0
  private written = 0

  /**
   * @param cells what the rows are sorted by
   * @param most how many rows there may be
   */
  constructor(
    private readonly cells: ShownCells,
    most: number,
  ) {
    this.keys = new WordKeys(most)
    this.rows = new Uint32Array(most)
  }

  /** Takes the row whose cell is being read. */
  take(row: number): void {
    if (this.addKey()) {
      this.rows[this.keys.count - 1] = row
    } else {
      this.keys.drop()
      this.odd.push({ row, before: this.keys.count })
    }
  }

  /** @returns the rows taken, in Spanish order; equal ones as they were taken */
  sorted(): Uint32Array {
    const { rows, odd } = this
    const keys = sortKeys(this.keys, (equal) => this.sortEqual(equal))
    if (odd.length === 0) return keys.map((key) => rows[key] as number)
    return this.merged(keys)
  }

  private textAt(row: number): string {
    this.cells.read(row)
    return this.cells.text()
  }

  /** Texts with the same key differ in accents and case, or far from their beginnings, or not at all. */
  private sortEqual(equal: Uint32Array): void {
    if (this.areSame(equal)) return
    const texts = Array.from(equal, (key) => this.textAt(this.rows[key] as number))
    const places = ranked(texts)
    const entries = texts.map((text, index) => ({ place: places.get(text) ?? 0, key: equal[index] as number }))
    entries.sort((one, other) => one.place - other.place)
    entries.forEach(({ key }, index) => {
      equal[index] = key
    })
  }

  private areSame(keys: Uint32Array): boolean {
    const { cells, rows } = this
    cells.read(rows[keys[0] as number] as number)
    const { bytes, start, end } = cells
    return keys.every((key) => {
      cells.read(rows[key] as number)
      if (cells.end - cells.start !== end - start) return false
      for (let at = start, other = cells.start; at < end; at++, other++) {
        if (bytes[at] !== cells.bytes[other]) return false
      }
      return true
    })
  }

  /** The rows of the keys, and between them those that have none. */
  private merged(keys: Uint32Array): Uint32Array {
    const odd = this.odd.map((entry) => ({ ...entry, text: this.textAt(entry.row) }))
    const texts = ranked(odd.map(({ text }) => text))
    odd.sort((one, other) => (texts.get(one.text) ?? 0) - (texts.get(other.text) ?? 0))
    const merged = new Uint32Array(keys.length + odd.length)
    let length = 0
    let next = 0
    for (const key of keys) {
      const row = this.rows[key] as number
      const text = this.textAt(row)
      for (let entry = odd[next]; entry; entry = odd[++next]) {
        const difference = collator.compare(entry.text, text)
        if (difference > 0 || (difference === 0 && key < entry.before)) break
        merged[length++] = entry.row
      }
      merged[length++] = row
    }
    for (const { row } of odd.slice(next)) merged[length++] = row
    return merged
  }

  private addKey(): boolean {
    const { bytes, start, end } = this.cells
    const { characters } = this.weights
    this.word = 0
    this.bits = 0
    this.written = 0
    let at = start
    for (; at < end && this.written < MOST_WEIGHTS; at++) {
      const byte = bytes[at] as number
      if (byte >= ZERO && byte <= NINE) {
        let from = at
        while (at + 1 < end && (bytes[at + 1] as number) >= ZERO && (bytes[at + 1] as number) <= NINE) at++
        while (from < at && bytes[from] === ZERO) from++
        if (at - from >= MOST_DIGITS) return false
        this.addNumber(from, at)
        continue
      }
      // Two bytes that begin with C2 or C3 are a character from U+0080 to U+00FF.
      const code =
        byte < 0x80 ? byte : (byte & 0xfe) === 0xc2 ? ((byte & 3) << 6) | ((bytes[++at] as number) & 0x3f) : 0
      const weight = characters[code] as number
      if (weight === 0) return false
      this.addWeight(weight)
    }
    // A mark that changes the last letter may come next.
    if (at < end && (bytes[at] as number) >= 0x80) return false
    while (this.bits > 0) this.addWeight(0)
    this.keys.end()
    return true
  }

  /** Its count of digits, and then the digits by twos, the first by itself when they are odd. */
  private addNumber(first: number, last: number): void {
    const { bytes } = this.cells
    this.addWeight(this.weights.number + last - first)
    let at = first
    if ((last - first) % 2 === 0) this.addWeight((bytes[at++] as number) - ZERO + 1)
    for (; at < last; at += 2)
      this.addWeight(10 * ((bytes[at] as number) - ZERO) + (bytes[at + 1] as number) - ZERO + 1)
  }

  private addWeight(weight: number): void {
    this.word = (this.word << WEIGHT_BITS) | weight
    this.bits += WEIGHT_BITS
    this.written++
    if (this.bits < WORD_BITS) return
    this.keys.add(this.word)
    this.word = 0
    this.bits = 0
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
