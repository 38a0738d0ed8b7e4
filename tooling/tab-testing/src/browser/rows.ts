import type { FaultProxy } from '../fault-proxy'
import { nameOf } from '../fault-proxy/faults'

export type Row = Readonly<Record<string, unknown>>

/** 18 digits begin with it, which a double rounds (D31, exact numbers). */
export const EXACT = '1234567890123456'

/** The rows that a service has sent, by the endpoint: of a tab with several, the last list. */
export function listIn(infoApi: FaultProxy): { endpoint: string; rows: Row[] } | undefined {
  const lists = infoApi.requests().flatMap(({ path, response }) => {
    const endpoint = nameOf({ path })
    try {
      const { data } = JSON.parse(response)
      const rows = data?.data ?? data
      return Array.isArray(rows) ? [{ endpoint, rows: rows.filter((row) => row && typeof row === 'object') }] : []
    } catch {
      // The body of a fault.
      return []
    }
  })
  return lists.at(-1)
}

/**
 * Makes rows like the last one of a service, each with values of its own, and a name that begins with a word. Dates stay, and
 * texts that repeat, as they name one of few states.
 */
export function rowsLike(rows: readonly Row[], count: number, word: string): Row[] {
  return make(rows, count, numbering(rows, word))
}

/** Rows by what is special about them. @param word that a search for the rows has found */
export function variantsOf(rows: readonly Row[], word: string): Record<string, Row[]> {
  const likeExample = numbering(rows, word)
  const named = (name: string) => (value: unknown, key: string, index: number) =>
    isName(value, key) ? name : likeExample(value, key, index)
  return {
    'no rows': [],
    'one row': rowsLike(rows, 1, word),
    'eleven rows': rowsLike(rows, 11, word),
    homonyms: make(rows, 11, named(word)),
    'a thousand values of each column': rowsLike(rows, 1_001, word),
    // A search by name finds the first row.
    nulls: make(rows, 3, (value, key, index) => {
      if (index === 0 && isName(value, key)) return word
      return isId(key) ? likeExample(value, key, index) : null
    }),
    'empty texts': make(rows, 3, (value, key, index) =>
      typeof value === 'string' && !isId(key) ? '' : likeExample(value, key, index),
    ),
    'numbers of 18 digits': make(rows, 3, (value, key, index) =>
      typeof value === 'number' ? BigInt(`${EXACT}${11 + index}`) : likeExample(value, key, index),
    ),
    'texts with markup': make(rows, 3, named(`${word} <i data-from-service>Ñandú \u202Eéa</i>`)),
  }
}

export function isName(value: unknown, key: string): boolean {
  // The name of a code has digits, and no two have the same.
  return typeof value === 'string' && /name|nombre/i.test(key) && !/\d/.test(value)
}

/** No two rows have the same one, whatever else they have. */
const isId = (key: string) => /^(uu)?id$/i.test(key)
const isDate = (value: string) => /^\d{4}-\d\d-\d\d/.test(value)

type Change = (value: unknown, key: string, index: number) => unknown

function numbering(rows: readonly Row[], word: string): Change {
  const isRepeated = (value: string, key: string) => rows.filter((row) => row[key] === value).length > 1
  return (value, key, index) => {
    if (isName(value, key)) return `${word} ${index + 1}`
    // What a double rounds would be equal in all rows.
    if (typeof value === 'number') return (Math.abs(value) < Number.MAX_SAFE_INTEGER - index ? value : 0) + index
    if (typeof value !== 'string' || value === '' || isDate(value) || isRepeated(value, key)) return value
    return `${value}${index}`
  }
}

/** @param rows of which the last one is the example: the first may be the lucky case */
function make(rows: readonly Row[], count: number, change: Change): Row[] {
  const example = Object.entries(rows.at(-1) ?? {})
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(example.map(([key, value]) => [key, change(value, key, index)])),
  )
}
