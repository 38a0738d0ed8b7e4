import { unwrap } from 'shared-auth/envelope'

/** As much of a response as is looked at, in bytes: it holds a page of rows, and parsing it takes no time. */
const LOOKED_AT = 32_768
/** Places where it may be cut: a brace within a text is no end of a row. */
const MOST_CUTS = 10

/**
 * The first rows of a response of which only the beginning is there.
 *
 * @param chunks its bytes so far
 * @returns none when no row can be told yet
 */
export function firstRows(chunks: readonly Uint8Array[]): unknown[] {
  const text = beginningOf(chunks)
  let end = text.lastIndexOf('}')
  for (let cut = 0; cut < MOST_CUTS && end > 0; cut++) {
    for (const closing of [']}', ']}}']) {
      const payload = parsed(text.slice(0, end + 1) + closing)
      if (Array.isArray(payload)) return payload
    }
    end = text.lastIndexOf('}', end - 1)
  }
  return []
}

function beginningOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  let text = ''
  let left = LOOKED_AT
  for (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.length
    if (left <= 0) break
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return unwrap(JSON.parse(text))
  } catch {
    return undefined
  }
}
