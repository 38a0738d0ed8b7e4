/** A failure that the user of a command can act on. It is printed as its message only, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Converts any error to a {@link CommandError} with the same message. */
export function asCommandError(reason: unknown): CommandError {
  return new CommandError(reason instanceof Error ? reason.message : String(reason))
}
