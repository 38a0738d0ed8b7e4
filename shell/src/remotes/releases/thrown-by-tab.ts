/** Of the federation runtime and the bundler's: they name files. What else a module throws comes from its code. */
const NOT_LOADED = /\[ Federation Runtime \]|^ChunkLoadError:/

/** What the code of a tab threw while its module was evaluated. Its text may name a person. */
export class ThrownByTab extends Error {
  constructor(readonly thrown: unknown) {
    super(String(thrown), { cause: thrown })
  }

  override toString(): string {
    return this.message
  }
}

/** Marks the error of a module, unless the module did not load. */
export function asThrownByTab(error: unknown): unknown {
  return NOT_LOADED.test(String(error)) ? error : new ThrownByTab(error)
}

/** The type of what code of a tab threw, such as `TypeError`. */
export function typeOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown
}
