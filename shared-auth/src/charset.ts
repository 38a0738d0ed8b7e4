const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]+)/i

/** The charset that a response declares; undefined without one. */
export function charsetOf(headers: Headers): string | undefined {
  return CHARSET.exec(headers.get('Content-Type') ?? '')?.[1]
}

/** The response with its body in UTF-8, as all readers expect it. A charset that browsers do not know counts as UTF-8. */
export function inUtf8(response: Response): Response {
  const charset = charsetOf(response.headers)
  const decoder = charset ? decoderOf(charset) : undefined
  if (!response.body || !decoder || decoder.encoding === 'utf-8') return response
  return new Response(response.body.pipeThrough(decoder).pipeThrough(new TextEncoderStream()), response)
}

function decoderOf(charset: string): TextDecoderStream | undefined {
  try {
    return new TextDecoderStream(charset)
  } catch {
    return undefined
  }
}
