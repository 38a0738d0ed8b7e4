const dataRow = 'D'.charCodeAt(0)
const comma = ','.charCodeAt(0)
/** The type of a message, and its length without the type. */
const headBytes = 5
/** Of a row with one column: the head, how many columns, and how long the column is. */
const rowHeadBytes = 11
const firstCapacity = 16 * 1024
const nothing = Buffer.alloc(0)

/**
 * Takes the rows out of what a PostgreSQL server sends (its protocol, version 3), as bytes: pg would make a text of each.
 * Rows have one column that is not null, and are parted by commas.
 */
export class RowBytes {
  readonly #passOn: (bytes: Buffer) => void
  #rest: Buffer = nothing
  #isRow = false
  /** Of the message under way. */
  #left = 0
  #isFirst = true
  #isOver = false
  #kept = Buffer.allocUnsafe(firstCapacity)
  #length = 0

  /** @param passOn is given all other messages, each where it stands between the rows */
  constructor(passOn: (bytes: Buffer) => void) {
    this.#passOn = passOn
  }

  /** The rows since the last time; but for the first, with a comma before each. */
  take(): Buffer {
    if (this.#length === 0) return nothing
    const taken = this.#kept.subarray(0, this.#length)
    this.#kept = Buffer.allocUnsafe(this.#kept.length)
    this.#length = 0
    return taken
  }

  receive = (received: Buffer): void => {
    const bytes = this.#rest.length === 0 ? received : Buffer.concat([this.#rest, received])
    let at = 0
    while (at < bytes.length && !this.#isOver) {
      if (this.#left === 0) {
        const head = this.#begin(bytes, at)
        if (head === undefined) break
        at += head
      }
      const end = Math.min(bytes.length, at + this.#left)
      this.#left -= end - at
      if (this.#isRow) this.#keep(bytes, at, end)
      else this.#passOn(bytes.subarray(at, end))
      at = end
    }
    this.#rest = bytes.subarray(at)
    if (this.#isOver) this.#passOn(this.#rest)
  }

  /** No more rows come: from here on everything is passed on, the mere beginning of a message too. */
  end(): void {
    this.#isOver = true
  }

  /** @returns how much of a new message is not passed on; undefined before its whole head is there */
  #begin(bytes: Buffer, at: number): number | undefined {
    const isRow = bytes[at] === dataRow
    if (at + (isRow ? rowHeadBytes : headBytes) > bytes.length) return undefined
    const messageBytes = 1 + bytes.readUInt32BE(at + 1)
    this.#isRow = isRow
    this.#left = isRow ? messageBytes - rowHeadBytes : messageBytes
    if (!isRow) return 0
    if (!this.#isFirst) this.#part()
    this.#isFirst = false
    return rowHeadBytes
  }

  #part(): void {
    this.#provide(1)
    this.#kept[this.#length++] = comma
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    this.#provide(end - start)
    this.#length += bytes.copy(this.#kept, this.#length, start, end)
  }

  #provide(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#kept.length) return
    const larger = Buffer.allocUnsafe(2 * needed)
    this.#kept.copy(larger, 0, 0, this.#length)
    this.#kept = larger
  }
}
