/** Of the federation runtime and the bundlers': they name files. What else a module throws comes from its code. */
const NOT_LOADED = /\[ Federation Runtime \]|^ChunkLoadError:|^Error: Loading CSS chunk /

/** What the code of a tab threw. Its text may name a person. */
export class ThrownByTab extends Error {
  /** @param thrown no `cause`, which would have to be a fault of the shell's */
  constructor(readonly thrown: unknown) {
    super(String(thrown))
  }

  override toString(): string {
    return this.message
  }
}

/** Whether an error says that a file of a module did not load. */
export function isNotLoaded(error: unknown): boolean {
  return NOT_LOADED.test(String(error))
}

/** What code of a tab threw, at its evaluation or when it rendered; undefined for another error. */
export function thrownIn(error: Error): ThrownByTab | undefined {
  return [error, error.cause].find((one) => one instanceof ThrownByTab)
}
