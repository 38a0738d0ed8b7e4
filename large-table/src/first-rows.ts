import { unwrap } from '@canje/shared-auth/envelope'
import { parseJson } from '@canje/shared-auth/json'

/** The parsed beginning of a response: enough for a page of rows, and fast to parse. */
const MAX_BYTES = 32_768
/** Attempts to find the end of a row: a brace within a string is not one. */
const MAX_CUTS = 10

/**
 * Parses the first rows of an incomplete response.
 *
 * @param chunks the bytes received so far
 * @returns the complete rows found; none when there is no complete row yet
 */
export function firstRows(chunks: readonly Uint8Array[]): unknown[] {
  const text = decodeBeginning(chunks)
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

function decodeBeginning(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  let text = ''
  let left = MAX_BYTES
  for (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.length
    if (left <= 0) break
  }
  return text
}

function tryParse(text: string): unknown {
  try {
    return unwrap(parseJson(text))
  } catch {
    return undefined
  }
}
