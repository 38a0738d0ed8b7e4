import { WEIGHT_BITS } from './collation-weights'

export const WEIGHTS_PER_WORD = 4
/** Initial capacity per key, in words. */
const INITIAL_WORDS_PER_KEY = 4

/** Sort keys of any length: words of 28 bits, most significant first. A key ends with the word 0. */
export class RadixKeys {
  private words: Uint32Array
  private length = 0
  /** The start offset of each key, and the end of the last one. */
  private readonly offsets: Uint32Array
  count = 0

  /** @param capacity maximum number of keys */
  constructor(capacity: number) {
    // Untouched memory costs nothing, but growing copies all words.
    this.words = new Uint32Array(INITIAL_WORDS_PER_KEY * capacity)
    this.offsets = new Uint32Array(capacity + 1)
  }

  /** Adds a non-zero word to the current key. */
  add(word: number): void {
    if (this.length === this.words.length) {
      const grown = new Uint32Array(2 * this.length)
      grown.set(this.words)
      this.words = grown
    }
    this.words[this.length++] = word
  }

  /** Ends the current key. */
  end(): void {
    this.offsets[++this.count] = this.length
  }

  /** Adds a key of the given number of weights, four per word; zeros fill the last one. */
  addPacked(weights: Uint8Array, length: number): void {
    for (let at = 0; at < length; at += WEIGHTS_PER_WORD) {
      const high = ((weights[at] as number) << WEIGHT_BITS) | (weights[at + 1] as number)
      const low = ((weights[at + 2] as number) << WEIGHT_BITS) | (weights[at + 3] as number)
      this.add((high << (2 * WEIGHT_BITS)) | low)
    }
    this.end()
  }

  /** @returns the word of a key at a depth; 0 after its end */
  word(key: number, depth: number): number {
    const at = (this.offsets[key] as number) + depth
    return at < (this.offsets[key + 1] as number) ? (this.words[at] as number) : 0
  }
}

/** Replaces keys by their rows, in place. Not with `map`, which would call a function for each key. */
export function pick(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  for (let place = 0; place < keys.length; place++) keys[place] = rows[keys[place] as number] as number
  return keys
}

/** Sorts a range of equal keys in place. */
type SortEqual = (keys: Uint32Array, from: number, to: number) => void

/**
 * Sorts keys. Equal ones keep their order unless `sortEqual` changes it.
 *
 * @returns the numbers of the keys, sorted
 */
export function radixSort(keys: RadixKeys, sortEqual: SortEqual): Uint32Array {
  const sorted = new Uint32Array(keys.count)
  for (let key = 0; key < keys.count; key++) sorted[key] = key
  // Integers sort without a comparison function. Each packs a word, the high bits of the next one, and the key's number.
  const packed = new BigUint64Array(keys.count)
  const halves = new Uint32Array(packed.buffer)
  const keyBits = (1 << (32 - Math.clz32(keys.count))) - 1

  /** Sorts keys with equal words up to a depth. */
  function sortBy(depth: number, from: number, to: number): void {
    const first = keys.word(sorted[from] as number, depth)
    let place = from + 1
    while (place < to && keys.word(sorted[place] as number, depth) === first) place++
    if (place < to) sortPacked(depth, from, to)
    else if (first === 0) sortEqual(sorted, from, to)
    else sortBy(depth + 1, from, to)
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
      if (place < to && haveSameWords(begin, place)) continue
      if (place - begin > 1) sortBy(depth + 1, begin, place)
      begin = place
    }
  }

  function haveSameWords(one: number, other: number): boolean {
    const high = halves[2 * one + 1] === halves[2 * other + 1]
    return high && (((halves[2 * one] as number) ^ (halves[2 * other] as number)) & ~keyBits) === 0
  }

  if (keys.count > 1) sortBy(0, 0, keys.count)
  return sorted
}
