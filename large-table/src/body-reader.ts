type Bytes = Uint8Array<ArrayBuffer>
type Chunk = ReadableStreamReadResult<Bytes>

/** Reads the body of a response chunk by chunk. */
export class BodyReader {
  private readonly reader: ReadableStreamDefaultReader<Bytes>

  /** @param wait wraps each read, for example with a timeout; its rejection ends the reading */
  constructor(
    body: ReadableStream<Bytes>,
    private readonly wait: (read: Promise<Chunk>) => Promise<Chunk> = (read) => read,
  ) {
    this.reader = body.getReader()
  }

  /** Reads the next bytes. @returns undefined at the end of the body */
  async next(): Promise<Bytes | undefined> {
    return (await this.wait(this.reader.read())).value
  }

  /** Cancels the stream and discards its unread data. */
  cancel(): void {
    this.reader.cancel().catch(() => undefined)
  }
}
