import type { Duplex } from 'node:stream'

/** As much as Node.js takes from a socket at once. */
const fullReadBytes = 64 * 1024
/** Long enough for the database to send several pieces, and short enough for the system to hold what comes. */
const restMs = 2

/**
 * Lets a connection rest after each read that took all there was, so that the next one finds more. A database sends a
 * long list in pieces of 8 KB: who wakes up for each takes the processor from it, most of all on a machine with few.
 */
export class RestingReader {
  readonly #stream: Duplex
  #timer: NodeJS.Timeout | undefined

  constructor(stream: Duplex) {
    this.#stream = stream
  }

  /** @param bytes how many have just been read */
  rest(bytes: number): void {
    if (bytes >= fullReadBytes) return
    this.#stream.pause()
    this.#timer ??= setTimeout(this.goOn, restMs)
  }

  /** Ends a rest early. */
  readonly goOn = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#stream.resume()
  }
}
