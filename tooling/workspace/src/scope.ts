interface Closeable {
  close(): Promise<unknown>
}

/** What one command has open, so that all of it is closed again however the command ends. */
export class Scope {
  private readonly opened: Promise<Closeable>[] = []
  private readonly end = new AbortController()
  /** Aborted when the person stops the command, and when it ends. */
  readonly signal: AbortSignal

  constructor(stop: AbortSignal) {
    this.signal = AbortSignal.any([stop, this.end.signal])
  }

  /** Takes over what is being opened; it is closed even when opening ends after the command did. */
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

/** Waits for work, but not longer than until the signal: it rejects then. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([work, aborted(signal).then(() => Promise.reject(signal.reason))])
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
