import { unwrap } from '@canje/shared-auth/envelope'
import { parseJson } from '@canje/shared-auth/json'

/** The parsed beginning of a response, in UTF-16 units: enough for a page of rows, and fast to parse. */
const MAX_LENGTH = 32_768
/** Attempts to find the end of a row: a brace within a string is not one. */
const MAX_CUTS = 10

/**
 * Parses the first rows of an incomplete response.
 *
 * @param chunks the bytes received so far
 * @returns the complete rows found; none when there is no complete row yet
 */
export function firstRows(chunks: readonly Uint8Array[]): unknown[] {
  const decoder = new TextDecoder()
  const text = chunks
    .map((chunk) => decoder.decode(chunk, { stream: true }))
    .join('')
    .slice(0, MAX_LENGTH)
  let end = text.lastIndexOf('}')
  for (let cut = 0; cut < MAX_CUTS && end > 0; cut++) {
    for (const closing of [']}', ']}}']) {
      const payload = tryParse(text.slice(0, end + 1) + closing)
      if (Array.isArray(payload)) return payload
    }
    end = text.lastIndexOf('}', end - 1)
  }
  return []
}

function tryParse(text: string): unknown {
  try {
    return unwrap(parseJson(text))
  } catch {
    return undefined
  }
}
