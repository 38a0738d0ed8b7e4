type Bytes = Uint8Array<ArrayBuffer>

/** The body of a response, read as it comes. */
export class BodyReader {
  private reader: ReadableStreamDefaultReader<Bytes>
  /** Null where the browser cannot read into given memory. */
  private byobReader: ReadableStreamBYOBReader | null | undefined

  /** @param wait how each read is waited for; nothing is read after it has rejected */
  constructor(
    private readonly body: ReadableStream<Bytes>,
    private readonly wait: <T>(read: Promise<T>) => Promise<T> = (read) => read,
  ) {
    this.reader = body.getReader()
  }

  /**
   * @param room memory for the next bytes, lost to the caller until the bytes bring it back: a long body that always has
   *   the same few leaves no garbage. Without it, or where the browser cannot use it, they come in memory of their own
   * @returns what has arrived; undefined after the last of it
   */
  async next(room?: ArrayBuffer): Promise<Bytes | undefined> {
    if (room && this.byobReader === undefined) this.byobReader = this.openByobReader()
    // Without `min`: at the end, a stream that has fewer bytes left is in error.
    const read = room && this.byobReader ? this.byobReader.read(new Uint8Array(room)) : this.reader.read()
    const { value, done } = await this.wait<ReadableStreamReadResult<Bytes>>(read)
    return done ? undefined : value
  }

  /** Lets go of what has not been read. */
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
