/** Of the federation runtime, for a release whose `requires` leaves out what its code needs. */
const REFUSED = /\[ Federation Runtime \].* does not satisfy the requirement /

/** A release requires other versions of shared modules than this shell provides. */
export class OtherShellError extends Error {
  override readonly name = 'OtherShellError'
}

/** Returns the error of a module that the federation runtime refused for the version of a shared one; undefined for others. */
export function asOtherShellError(error: unknown): OtherShellError | undefined {
  return error instanceof Error && REFUSED.test(error.message) ? new OtherShellError(error.message) : undefined
}
