/** Of the federation runtime, for a release whose `requires` leaves out what its code needs. */
const REFUSED = /\[ Federation Runtime \].* does not satisfy the requirement /

/** A release that requires other versions of shared modules than this shell provides. */
export class NeedsOtherShell extends Error {}

/** Marks the error of a module that the federation runtime refused for the version of a shared one. */
export function asNeedsOtherShell(error: unknown): unknown {
  return error instanceof Error && REFUSED.test(error.message) ? new NeedsOtherShell(error.message) : error
}
