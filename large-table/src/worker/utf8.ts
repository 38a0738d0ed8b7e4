const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** The text of bytes. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Writes a text into bytes that have room for it. @returns how many it took */
export function writeText(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written
}
