/** A failure that the user of a command can act on. It is printed as its message only, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Arguments that a command refuses, as those that `parseArgs` refuses: its usage follows the message. */
export class UsageError extends CommandError {
  override name = 'UsageError'

  constructor(message = 'Arguments are missing or unknown.') {
    super(message)
  }
}

/** Converts any error to a {@link CommandError} with the same message. */
export function asCommandError(reason: unknown): CommandError {
  return new CommandError(reason instanceof Error ? reason.message : String(reason))
}
