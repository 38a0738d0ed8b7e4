import type { FaultProxy } from '../fault-proxy'

type Row = Readonly<Record<string, unknown>>

/** 18 digits begin with it, which a double rounds (D31, exact numbers). */
export const EXACT = '1234567890123456'

/** The rows that a service has sent, by the endpoint: of a tab with several, the last list. */
export function listIn(infoApi: FaultProxy): { endpoint: string; rows: Row[] } | undefined {
  const lists = infoApi.requests().flatMap(({ path, response }) => {
    const endpoint = path.split('?', 1)[0]?.split('/').at(-1) ?? ''
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

/** Makes rows like an example, each with a number and a name of its own that begins with a word. */
export function rowsLike(example: Row, count: number, word: string): string {
  return make(example, count, (value, key, index) => numbered(value, key, index, word))
}

/** Rows in JSON, by what is special about them. @param word that a search for the rows has found */
export function variantsOf(example: Row, word: string): Record<string, string> {
  const likeExample = (value: unknown, key: string, index: number) => numbered(value, key, index, word)
  const named = (name: string) => (value: unknown, key: string, index: number) =>
    isName(value, key) ? name : likeExample(value, key, index)
  return {
    'no rows': '[]',
    'one row': rowsLike(example, 1, word),
    'eleven rows': rowsLike(example, 11, word),
    homonyms: make(example, 11, named(word)),
    'a thousand values of each column': make(example, 1_001, (value, key, index) =>
      typeof value === 'string' && !isName(value, key) ? `${value} ${index}` : likeExample(value, key, index),
    ),
    nulls: make(example, 3, (_value, key, index) => (key === 'id' ? index + 1 : null)),
    'empty texts': make(example, 3, (value, key, index) =>
      typeof value === 'string' ? '' : likeExample(value, key, index),
    ),
    'numbers of 18 digits': make(example, 3, (value, key, index) =>
      typeof value === 'number' ? `#${EXACT}${11 + index}` : likeExample(value, key, index),
    ),
    'texts with markup': make(example, 3, named(`${word} <i data-from-service>Ñandú \u202Eéa</i>`)),
  }
}

function isName(value: unknown, key: string): boolean {
  return typeof value === 'string' && /name|nombre/i.test(key)
}

function numbered(value: unknown, key: string, index: number, word: string): unknown {
  if (isName(value, key)) return `${word} ${index}`
  return typeof value === 'number' ? value + index : value
}

function make(example: Row, count: number, change: (value: unknown, key: string, index: number) => unknown): string {
  const rows = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(example).map(([key, value]) => [key, change(value, key, index)])),
  )
  return JSON.stringify(rows).replace(/"#(\d+)"/g, '$1')
}
