import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'

const inMemoryBytes = 2 * 2 ** 20
const atOnceBytes = 256 * 1024
/** Of all temporary files together: eight reports of a million rows, uncompressed. */
const mostOnDiskBytes = 4 * 2 ** 30

/**
 * Takes what is written as fast as it comes, however slowly it is read. What the reader does not want yet is kept: up to
 * {@link inMemoryBytes} in memory, beyond that in a temporary file, which goes with the stream. It fails when the files of all
 * streams would grow beyond a limit.
 */
export class Spool extends Duplex {
  static #onDisk = 0
  readonly #mostOnDisk: number
  #reserved = 0
  #file: Promise<FileHandle> | undefined
  #kept = 0
  #passed = 0
  #wanted = true
  #passing = false
  #ended = false

  constructor({ mostOnDisk = mostOnDiskBytes } = {}) {
    super({ readableHighWaterMark: inMemoryBytes })
    this.#mostOnDisk = mostOnDisk
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (this.#wanted && this.#passed === this.#kept) {
      this.#wanted = this.push(bytes)
      done()
    } else this.#keep(bytes).then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.#ended = true
    this.#pass()
    done()
  }

  override _read(): void {
    this.#wanted = true
    this.#pass()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    Promise.resolve(this.#file)
      .then((file) => file?.close())
      .finally(() => this.#release())
      .then(() => done(error), done)
  }

  async #keep(bytes: Buffer): Promise<void> {
    this.#reserve(bytes.length)
    this.#file ??= openNameless()
    await (await this.#file).writeFile(bytes)
    this.#kept += bytes.length
    this.#pass()
  }

  #reserve(bytes: number): void {
    if (Spool.#onDisk + bytes > this.#mostOnDisk)
      throw new Error(
        `Answers that clients are slow to read would take more than ${this.#mostOnDisk} bytes in ${tmpdir()}: ` +
          'look for clients that ask for large lists without reading them, or without compression',
      )
    Spool.#onDisk += bytes
    this.#reserved += bytes
  }

  #release(): void {
    Spool.#onDisk -= this.#reserved
    this.#reserved = 0
  }

  #pass(): void {
    if (!this.#wanted || this.#passing) return
    if (this.#passed < this.#kept) this.#passKept().catch((error: Error) => this.destroy(error))
    else if (this.#ended) this.push(null)
  }

  async #passKept(): Promise<void> {
    this.#passing = true
    const file = await this.#file
    const length = Math.min(this.#kept - this.#passed, atOnceBytes)
    const read = await file?.read(Buffer.allocUnsafe(length), 0, length, this.#passed)
    if (!read?.bytesRead) throw new Error('A temporary file of an answer ends before what was written to it.')
    this.#passed += read.bytesRead
    this.#passing = false
    this.#wanted = this.push(read.buffer.subarray(0, read.bytesRead))
    this.#pass()
  }
}

/** A file that others can neither find nor read, and that is gone as soon as it is closed, also by a crash. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `answer-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
