import { foldText, writtenNumbers } from './search-text'

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

/** A character with all that belongs to it: combining marks, skin tones and joined emoji. */
const CLUSTER = /.(?:\u200D\p{Extended_Pictographic}|[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}])*/gsu

/**
 * Returns where the spellings of words (`parseSearch`) occur in a text, to highlight them: sorted ranges that do not
 * touch. Characters with their marks are never split.
 *
 * @example matchRanges('José Niño', ['nino']) // [{ start: 5, end: 9 }]
 */
export function matchRanges(text: string, spellings: readonly string[]): TextRange[] {
  const folded = foldText(text)
  const found = foldedRanges(folded, [...new Set(spellings)])
  if (found.length === 0) return []
  const places = originalPlaces(text, folded.length)
  return merge(
    found.map(({ start, end }) => ({ start: places.starts[start] ?? 0, end: places.ends[end - 1] ?? 0 })),
    text.length,
  )
}

function foldedRanges(folded: string, spellings: readonly string[]): TextRange[] {
  const ranges = spellings.flatMap((spelling) => occurrences(folded, spelling))
  for (const { text, start, digits } of writtenNumbers(folded)) {
    const places = Array.from(text.matchAll(/\d/g), ({ index }) => start + index)
    for (const spelling of spellings) {
      for (const range of occurrences(digits, spelling))
        ranges.push({ start: places[range.start] ?? 0, end: (places[range.end - 1] ?? 0) + 1 })
    }
  }
  return ranges
}

function occurrences(text: string, word: string): TextRange[] {
  const ranges: TextRange[] = []
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1))
    ranges.push({ start, end: start + word.length })
  return ranges
}

/** Returns the range in the original text of the character that each unit of the folded text comes from. */
function originalPlaces(text: string, foldedLength: number): { starts: Uint32Array; ends: Uint32Array } {
  const starts = new Uint32Array(foldedLength)
  const ends = new Uint32Array(foldedLength)
  let at = 0
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const next = at + (cluster.length === 1 && cluster < '\x80' ? 1 : foldText(cluster).length)
    starts.fill(index, at, next)
    ends.fill(index + cluster.length, at, next)
    at = next
  }
  return { starts, ends }
}

/** Merges ranges that overlap or touch: a letter may occur in each of 10,000 places. */
function merge(ranges: readonly TextRange[], length: number): TextRange[] {
  // The 0 after the last unit ends a range.
  const isFound = new Uint8Array(length + 1)
  for (const { start, end } of ranges) isFound.fill(1, start, end)
  const merged: TextRange[] = []
  for (let start = isFound.indexOf(1); start >= 0; ) {
    const end = isFound.indexOf(0, start)
    merged.push({ start, end })
    start = isFound.indexOf(1, end)
  }
  return merged
}
