type Bytes = Uint8Array<ArrayBuffer>
type Chunk = ReadableStreamReadResult<Bytes>

/** Reads the body of a response chunk by chunk. */
export class BodyReader {
  private reader: ReadableStreamDefaultReader<Bytes>
  /** Null when the stream does not support BYOB readers. */
  private byobReader: ReadableStreamBYOBReader | null | undefined

  /** @param wait wraps each read, for example with a timeout; its rejection ends the reading */
  constructor(
    private readonly body: ReadableStream<Bytes>,
    private readonly wait: (read: Promise<Chunk>) => Promise<Chunk> = (read) => read,
  ) {
    this.reader = body.getReader()
  }

  /**
   * Reads the next bytes.
   *
   * @param buffer memory for the bytes; it is transferred and becomes the buffer of the result. Reuse avoids garbage.
   *   Without it, or without support for BYOB readers, the result has a new buffer
   * @returns the received bytes; undefined at the end of the body
   */
  async next(buffer?: ArrayBuffer): Promise<Bytes | undefined> {
    if (buffer && this.byobReader === undefined) this.byobReader = this.openByobReader()
    // `min` would fail for a stream that ends with fewer bytes.
    const read = buffer && this.byobReader ? this.byobReader.read(new Uint8Array(buffer)) : this.reader.read()
    const { value, done } = await this.wait(read)
    return done ? undefined : value
  }

  /** Cancels the stream and discards its unread data. */
  cancel(): void {
    const reader = this.byobReader ?? this.reader
    reader.cancel().catch(() => undefined)
  }

  private openByobReader(): ReadableStreamBYOBReader | null {
    this.reader.releaseLock()
    try {
      return this.body.getReader({ mode: 'byob' })
    } catch {
      this.reader = this.body.getReader()
      return null
    }
  }
}
