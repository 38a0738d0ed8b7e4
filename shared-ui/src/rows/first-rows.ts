import { unwrap } from 'shared-auth/envelope'

/** As much of an answer as is looked at, in characters: it holds a page of rows, and parsing it takes no time. */
const LOOKED_AT = 32_768
/** Places where it may be cut: a brace within a text is no end of a row. */
const MOST_CUTS = 10

/**
 * The first rows of an answer of which only the beginning is there.
 *
 * @returns undefined when no row can be told yet
 */
export function firstRows(beginning: string): unknown[] | undefined {
  const text = beginning.slice(0, LOOKED_AT)
  let end = text.lastIndexOf('}')
  for (let cut = 0; cut < MOST_CUTS && end > 0; cut++) {
    for (const closing of [']}', ']}}']) {
      const payload = parsed(text.slice(0, end + 1) + closing)
      if (Array.isArray(payload)) return payload
    }
    end = text.lastIndexOf('}', end - 1)
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return unwrap(JSON.parse(text))
  } catch {
    return undefined
  }
}
