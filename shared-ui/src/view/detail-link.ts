import { type Cell, cellKey, isId, keyText } from '@canje/large-table'
import { parseNumber } from '@canje/shared-auth/json'
import type { DetailOpener, DetailSlot } from '../rows/columns'

/** What a detail panel is about: a row by its id, or by its text where the id is unknown; with both, a row that has both. */
export interface DetailSubject {
  id?: Exclude<Cell, null>
  name?: string
}

/** What a cell opens. */
export function subjectOf(by: DetailOpener['by'], id: Cell | undefined, text: string): DetailSubject {
  if (by === 'text' || !isId(id)) return { name: text }
  return by === 'id' ? { id } : { id, name: text }
}

/** Writes details as one text, for the URL: `codigo:E2HEEB7KA9MH`, `codigo-id:5`, `usuario:7:Ana Ruiz`. */
export function formatDetail(slot: DetailSlot, { id, name }: DetailSubject): string {
  const word = wordOf(slot.slice(slot.indexOf(':') + 1), id !== undefined)
  if (id === undefined) return `${word}:${name ?? ''}`
  return [word, cellKey(id), ...(name ? [name] : [])].join(':')
}

/** Reads details from their text; undefined for any other text. */
export function parseDetail(text: string | undefined): { slot: DetailSlot; subject: DetailSubject } | undefined {
  const [, word = '', value = ''] = /^([a-z\d-]+):(.+)$/s.exec(text ?? '') ?? []
  if (word === '') return undefined
  const name = word === 'persona' ? 'usuario' : word.replace(/-id$/, '')
  const isId = word === wordOf(name, true)
  return { slot: `detalle:${name}`, subject: isId ? parseId(value) : { name: value } }
}

/** The word of a slot in URLs: `codigo-id` and `codigo`, but for persons `usuario` and `persona`. */
function wordOf(name: string, isId: boolean): string {
  if (name === 'usuario') return isId ? name : 'persona'
  return isId ? `${name}-id` : name
}

/** Reads an id, and a text after it: `7`, `"7"`, `7:Ana Ruiz`. */
function parseId(value: string): DetailSubject {
  const [, key = value, name] = /^("(?:[^"\\]|\\.)*"|[^":]+):(.+)$/s.exec(value) ?? []
  return { id: parseKey(key), ...(name !== undefined && { name }) }
}

/** Reads a cell from its key, see `cellKey`; a text without quotes is one, too. */
function parseKey(key: string): Exclude<Cell, null> {
  if (key === 'true' || key === 'false') return key === 'true'
  const number = parseNumber(key)
  if (number !== null && cellKey(number) === key) return number
  return key.startsWith('"') ? keyText(key) : key
}
