/** What the detail panel shows: a code or a person by name, or a user by id. */
export interface Detail {
  kind: (typeof KINDS)[number]
  key: string
}

const KINDS = ['codigo', 'persona', 'usuario'] as const

/** Writes details as one text, for the URL: `codigo:E2HEEB7KA9MH`. */
export function formatDetail({ kind, key }: Detail): string {
  return `${kind}:${key}`
}

/** Reads details from their text; undefined for any other text. */
export function parseDetail(text: string | undefined): Detail | undefined {
  const [prefix = '', ...rest] = text?.split(':') ?? []
  const kind = KINDS.find((known) => known === prefix)
  const key = rest.join(':')
  return kind && key !== '' ? { kind, key } : undefined
}
