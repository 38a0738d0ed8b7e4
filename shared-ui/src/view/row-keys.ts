import { keyText } from '@canje/large-table'
import { shortList } from './format'

/** Writes the keys of rows as one text; keys have no line breaks. */
export function formatRowKeys(keys: readonly string[]): string {
  return keys.join('\n')
}

/** Reads the keys of rows from their text. */
export function parseRowKeys(text: string): string[] {
  return text.split('\n')
}

/** Names the rows of a filter. */
export function rowKeysLabel(text: string): string {
  return shortList(parseRowKeys(text).map(keyText))
}
