import { aborted } from 'node:util'

interface Closeable {
  close(): Promise<unknown>
}

/** Closes all resources of a command when it ends. */
export class Scope {
  private readonly opened: Promise<Closeable>[] = []
  private readonly end = new AbortController()
  /** Aborted when the command is stopped or ends. */
  readonly signal: AbortSignal

  constructor(stop: AbortSignal) {
    this.signal = AbortSignal.any([stop, this.end.signal])
  }

  /** Registers a resource; it is closed even if it finishes opening after the command has ended. */
  open<T extends Closeable>(opening: Promise<T>): Promise<T> {
    this.opened.push(opening)
    return opening
  }

  async close(): Promise<void> {
    this.end.abort()
    const outcomes = await Promise.allSettled(this.opened)
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.close()))
  }
}

/** Resolves with the work's result; rejects with the signal's reason if the signal is aborted first. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([work, aborted(signal, signal).then(() => Promise.reject(signal.reason))])
}
