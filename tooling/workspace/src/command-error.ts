/** A failure that the person who gave the command can act on. Its message is all they get to see. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Makes any failure one that is shown by its message alone. */
export function asCommandError(reason: unknown): CommandError {
  return new CommandError(reason instanceof Error ? reason.message : String(reason))
}
