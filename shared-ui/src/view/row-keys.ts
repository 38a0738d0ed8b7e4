import { keyText } from '@canje/large-table'
import { formatNumber } from './format'

const MAX_NAMED = 3

/** Writes the keys of rows as one text; keys have no line breaks. */
export function formatRowKeys(keys: readonly string[]): string {
  return keys.join('\n')
}

/** Reads the keys of rows from their text. */
export function parseRowKeys(text: string): string[] {
  return text.split('\n')
}

/** Names the rows of a filter: `301, 302, 303 y 50 más`. */
export function rowKeysLabel(text: string): string {
  const keys = parseRowKeys(text)
  const named = keys.slice(0, MAX_NAMED).map(keyText).join(', ')
  const more = keys.length - MAX_NAMED
  return more > 0 ? `${named} y ${formatNumber(more)} más` : named
}
