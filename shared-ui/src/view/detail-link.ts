import { type Cell, cellKey, isId, keyText } from '@canje/large-table'
import { parseNumber } from '@canje/shared-auth/json'
import type { DetailOpener, DetailSlot } from '../rows/columns'

/** What a detail panel is about: a row by its id, or by its text where the id is unknown; with both, a row that has both. */
export interface DetailSubject {
  id?: Exclude<Cell, null>
  name?: string
}

/** The words of a slot in URLs: one for an id, one for a text. */
interface Words {
  id: string
  text: string
}

/** The words that are older than the slots, and differ from those that {@link wordsOf} makes. */
const EARLIER: Readonly<Record<string, Words>> = { usuario: { id: 'usuario', text: 'persona' } }

/** What a cell opens. */
export function subjectOf(by: DetailOpener['by'], id: Cell | undefined, text: string): DetailSubject {
  if (by === 'text' || !isId(id)) return { name: text }
  return by === 'id' ? { id } : { id, name: text }
}

/** Writes details as one text, for the URL: `codigo:E2HEEB7KA9MH`, `codigo-id:5`, `usuario:7:Ana Ruiz`. */
export function formatDetail(slot: DetailSlot, { id, name }: DetailSubject): string {
  const words = wordsOf(slot.slice(slot.indexOf(':') + 1))
  if (id === undefined) return `${words.text}:${name ?? ''}`
  return [words.id, cellKey(id), ...(name === undefined ? [] : [name])].join(':')
}

/** Reads details from their text; undefined for any other text. */
export function parseDetail(text: string | undefined): { slot: DetailSlot; subject: DetailSubject } | undefined {
  const [, word = '', value = ''] = /^([a-z\d-]+):(.+)$/s.exec(text ?? '') ?? []
  if (word === '') return undefined
  const name = nameOf(word)
  const slot = `detalle:${name}` as const
  return { slot, subject: word === wordsOf(name).id ? parseId(value) : { name: value } }
}

function wordsOf(name: string): Words {
  return EARLIER[name] ?? { id: `${name}-id`, text: name }
}

/** The name of a slot, after its colon, by either of its words. */
function nameOf(word: string): string {
  const earlier = Object.entries(EARLIER).find(([, { id, text }]) => id === word || text === word)
  return earlier ? earlier[0] : word.replace(/-id$/, '')
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
