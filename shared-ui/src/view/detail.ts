import { type Cell, cellKey, isId } from '@canje/large-table'

/** What the detail panel shows: a code or a person by text, or a code or a user by the key of its id. */
export interface Detail {
  kind: (typeof KINDS)[number]
  key: string
  /** The name that a user of this id must have: the id comes from another list. */
  name?: string
}

const KINDS = ['codigo', 'codigo-id', 'persona', 'usuario'] as const

/** The details of a code: by its id, if it has one. */
export function codeDetail(id: Cell | undefined, text: string): Detail {
  return isId(id) ? { kind: 'codigo-id', key: cellKey(id) } : { kind: 'codigo', key: text }
}

/** The details of a user: by the id, if there is one, otherwise by name. */
export function userDetail(id: Cell | undefined, name: string): Detail {
  return isId(id) ? { kind: 'usuario', key: cellKey(id) } : { kind: 'persona', key: name }
}

/** Writes details as one text, for the URL: `codigo:E2HEEB7KA9MH`, `usuario:7:Ana Ruiz`. */
export function formatDetail({ kind, key, name }: Detail): string {
  return name === undefined ? `${kind}:${key}` : `${kind}:${key}:${name}`
}

/** Reads details from their text; undefined for any other text. */
export function parseDetail(text: string | undefined): Detail | undefined {
  const [prefix = '', ...rest] = text?.split(':') ?? []
  const kind = KINDS.find((known) => known === prefix)
  const key = rest.join(':')
  if (!kind || key === '') return undefined
  return kind === 'usuario' ? { kind, ...parseUser(key) } : { kind, key }
}

/** A key is a number or a quoted text. */
function parseUser(text: string): Pick<Detail, 'key' | 'name'> {
  const [, key = text, name] = /^("(?:[^"\\]|\\.)*"|[^":]+):(.+)$/s.exec(text) ?? []
  return { key, ...(name !== undefined && { name }) }
}
