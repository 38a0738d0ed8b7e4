const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]+)/i

/** The charset that a response declares; undefined without one. */
export function charsetOf(headers: Headers): string | undefined {
  return CHARSET.exec(headers.get('Content-Type') ?? '')?.[1]
}

/**
 * The response with its body in UTF-8, as all readers expect it. A charset that browsers do not know counts as UTF-8. What is
 * no text in a known one is no UTF-8 either, so that readers can tell.
 */
export function inUtf8(response: Response): Response {
  const charset = charsetOf(response.headers)
  const decoder = charset ? decoderOf(charset) : undefined
  if (!response.body || !decoder || decoder.encoding === 'utf-8') return response
  const encoded = response.body.pipeThrough(decoder).pipeThrough(new TextEncoderStream())
  return new Response(encoded.pipeThrough(new TransformStream({ transform: markUnreadable })), response)
}

/** Changes each U+FFFD (EF BF BD) to a cut character of four bytes (F0 BF BD), which readers decode as one U+FFFD. */
function markUnreadable(bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
  bytes.forEach((byte, at) => {
    if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) bytes[at] = 0xf0
  })
  controller.enqueue(bytes)
}

function decoderOf(charset: string): TextDecoderStream | undefined {
  try {
    return new TextDecoderStream(charset)
  } catch {
    return undefined
  }
}
