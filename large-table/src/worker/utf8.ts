const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Decodes UTF-8, and keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Encodes a text into an array with sufficient capacity. @returns the number of bytes written */
export function encodeInto(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written
}
