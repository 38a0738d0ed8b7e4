const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Bytes up to which calling the decoder takes longer than decoding in Chromium: up to about 8 in Node.js. */
const SHORT = 20

/** Decodes UTF-8, and keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeShort(bytes) ?? decoder.decode(bytes)
}

/** Decodes a short text of characters below U+0800; undefined for others. */
function decodeShort(bytes: Uint8Array): string | undefined {
  if (bytes.length > SHORT) return undefined
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    let code = bytes[at] as number
    if (code >= 0x80) {
      const next = bytes[++at] ?? 0
      if (code < 0xc2 || code > 0xdf || (next & 0xc0) !== 0x80) return undefined
      code = ((code & 0x1f) << 6) | (next & 0x3f)
    }
    text += String.fromCharCode(code)
  }
  return text
}

/** Whether bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Encodes a text into an array with sufficient capacity. @returns the number of bytes written */
export function encodeInto(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written
}
