import { encodeInto } from './utf8'

const INITIAL_BYTES = 1 << 20

/** Bytes that are written one after the other. */
export class ByteWriter {
  protected bytes = new Uint8Array(INITIAL_BYTES)
  protected length = 0

  /** @returns the bytes since the last call; the next ones overwrite them */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.subarray(0, this.length)
    this.length = 0
    return taken
  }

  /** @returns the number of bytes of the text */
  protected write(text: string): number {
    // UTF-8 needs at most three bytes per UTF-16 unit.
    this.reserve(3 * text.length)
    const written = encodeInto(text, this.bytes.subarray(this.length))
    this.length += written
    return written
  }

  protected reserve(count: number): void {
    if (this.bytes.length >= this.length + count) return
    const grown = new Uint8Array(2 * (this.length + count))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }
}
