/** Of the federation runtime and the bundlers': they name files. What else a module throws comes from its code. */
const NOT_LOADED = /\[ Federation Runtime \]|^ChunkLoadError:|^Error: Loading CSS chunk /

/** What the code of a tab threw while its module was evaluated. Its text may name a person. */
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

/** The type of what code of a tab threw, such as `TypeError`. */
export function typeOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown
}
