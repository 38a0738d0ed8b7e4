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

/** Starts servers, and lets them run until the command is stopped. @returns its exit code */
export async function untilStopped(stop: AbortSignal, start: (scope: Scope) => Promise<void>): Promise<number> {
  const scope = new Scope(stop)
  const stopped = aborted(stop, stop)
  try {
    // What is still starting is closed too.
    await Promise.race([stopped, start(scope).then(() => stopped)])
    return 0
  } finally {
    await scope.close()
  }
}
