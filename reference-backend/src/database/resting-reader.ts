import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** As much as Node.js takes from a socket at once. */
const fullReadBytes = 64 * 1024
/** What is shorter is there sooner without a rest: ten thousand codes. */
const longBytes = 1024 * 1024
/** Long enough for the database to send several pieces, and short enough for the system to hold what comes. */
const restMs = 2

/**
 * Lets a connection rest, in a long list, after each read that found little, so that the next one finds more. A database
 * sends pieces of 8 KB: who wakes up for each takes the processor from it, most of all on a machine with few.
 */
export class RestingReader {
  readonly #stream: Duplex
  #timer: NodeJS.Timeout | undefined
  #received = 0
  /** What was read before a rest was over: a resting stream goes on reading until its buffer is full. */
  #readBefore = 0

  constructor(stream: Duplex) {
    this.#stream = stream
  }

  /** @returns undefined for a connection that would only lose by it: TLS gives one piece at a time, however many are there */
  static of(stream: Duplex): RestingReader | undefined {
    return stream instanceof Socket && !(stream instanceof TLSSocket) ? new RestingReader(stream) : undefined
  }

  /** @param bytes how many have just been received */
  receive(bytes: number): void {
    this.#received += bytes
    const isFresh = this.#readBefore === 0
    this.#readBefore = Math.max(0, this.#readBefore - bytes)
    if (this.#received < longBytes || bytes >= fullReadBytes || !isFresh) return
    this.#stream.pause()
    this.#timer ??= setTimeout(this.goOn, restMs)
  }

  /** Ends a rest early. */
  readonly goOn = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#readBefore = this.#stream.readableLength
    this.#stream.resume()
  }
}
