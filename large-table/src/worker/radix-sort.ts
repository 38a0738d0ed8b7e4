import { WEIGHT_BITS } from './collation-weights'

const WEIGHTS_PER_WORD = 4
/** Words that there is room for at first, for each key. */
const USUAL_WORDS = 4
/** So few are sorted fastest by insertion. */
const FEW = 24

/** Sort keys of any length: words of 28 bits but 0, which is their end, the first counting most. */
export class RadixKeys {
  private words: Uint32Array
  private length = 0
  /** Where the words of each key begin, and where those of the last one end. */
  private readonly begins: Uint32Array
  count = 0

  /** @param most how many keys there may be */
  constructor(most: number) {
    // Memory that is never written to costs nothing; words that have to move do.
    this.words = new Uint32Array(USUAL_WORDS * most)
    this.begins = new Uint32Array(most + 1)
  }

  /** Adds a word to the key that is being made; it is not 0. */
  add(word: number): void {
    if (this.length === this.words.length) {
      const grown = new Uint32Array(2 * this.length)
      grown.set(this.words)
      this.words = grown
    }
    this.words[this.length++] = word
  }

  /** Ends the key that is being made. */
  end(): void {
    this.begins[++this.count] = this.length
  }

  /** Adds a key of that many weights, four to a word. */
  addPacked(weights: Uint8Array, length: number): void {
    for (let at = 0; at < length; at += WEIGHTS_PER_WORD) {
      let word = 0
      for (let index = at; index < at + WEIGHTS_PER_WORD; index++) {
        word = (word << WEIGHT_BITS) | (index < length ? (weights[index] as number) : 0)
      }
      this.add(word)
    }
    this.end()
  }

  /** @returns the word of a key at a depth; 0 after its end */
  word(key: number, depth: number): number {
    const at = (this.begins[key] as number) + depth
    return at < (this.begins[key + 1] as number) ? (this.words[at] as number) : 0
  }
}

/** The rows of keys, in place of the keys. `map` would call a function for each. */
export function pick(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  for (let place = 0; place < keys.length; place++) keys[place] = rows[keys[place] as number] as number
  return keys
}

/** Sorts, in place, keys that are equal: those from one place up to another. */
type SortEqual = (keys: Uint32Array, from: number, to: number) => void

/**
 * Sorts keys. Equal ones keep their order, unless `sortEqual` gives them another.
 *
 * @returns the keys by number, in order
 */
export function radixSort(keys: RadixKeys, sortEqual: SortEqual = () => undefined): Uint32Array {
  const sorted = new Uint32Array(keys.count)
  for (let key = 0; key < keys.count; key++) sorted[key] = key
  // Whole numbers sort without a call for each two: of a word, as much of the next as there is room for, and the key.
  const packed = new BigUint64Array(keys.count)
  const halves = new Uint32Array(packed.buffer)
  const keyBits = (1 << (32 - Math.clz32(keys.count))) - 1

  /** Sorts keys that are the same up to a depth. */
  function sortBy(depth: number, from: number, to: number): void {
    if (to - from <= FEW) sortFew(depth, from, to)
    else sortMany(depth, from, to)
  }

  function sortMany(depth: number, from: number, to: number): void {
    const first = keys.word(sorted[from] as number, depth)
    let place = from + 1
    while (place < to && keys.word(sorted[place] as number, depth) === first) place++
    if (place < to) sortPacked(depth, from, to)
    else if (first === 0) sortEqual(sorted, from, to)
    else sortMany(depth + 1, from, to)
  }

  function sortPacked(depth: number, from: number, to: number): void {
    for (let place = from; place < to; place++) {
      const key = sorted[place] as number
      const next = keys.word(key, depth + 1)
      halves[2 * place + 1] = (keys.word(key, depth) << 4) | (next >>> 24)
      halves[2 * place] = ((next << 8) & ~keyBits) | key
    }
    packed.subarray(from, to).sort()
    let begin = from
    for (let place = from; place <= to; place++) {
      if (place < to) sorted[place] = (halves[2 * place] as number) & keyBits
      if (place < to && areAlike(begin, place)) continue
      if (place - begin > 1) sortBy(depth + 1, begin, place)
      begin = place
    }
  }

  function areAlike(one: number, other: number): boolean {
    const high = halves[2 * one + 1] === halves[2 * other + 1]
    return high && (((halves[2 * one] as number) ^ (halves[2 * other] as number)) & ~keyBits) === 0
  }

  function sortFew(depth: number, from: number, to: number): void {
    for (let place = from + 1; place < to; place++) {
      const key = sorted[place] as number
      let hole = place
      while (hole > from && compare(sorted[hole - 1] as number, key, depth) > 0) {
        sorted[hole] = sorted[hole - 1] as number
        hole--
      }
      sorted[hole] = key
    }
    let begin = from
    for (let place = from + 1; place <= to; place++) {
      if (place < to && compare(sorted[begin] as number, sorted[place] as number, depth) === 0) continue
      if (place - begin > 1) sortEqual(sorted, begin, place)
      begin = place
    }
  }

  function compare(one: number, other: number, depth: number): number {
    for (let at = depth; ; at++) {
      const word = keys.word(one, at)
      const difference = word - keys.word(other, at)
      if (difference !== 0 || word === 0) return difference
    }
  }

  if (keys.count > 1) sortBy(0, 0, keys.count)
  return sorted
}
