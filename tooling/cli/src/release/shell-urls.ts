import { CommandError } from '../project/command-error'

/** Whether a text is the URL of a shell. An @ in the path may follow a password with a `/`, of which messages would quote parts. */
export function isShellUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !`${pathname}${search}${hash}`.includes('@')
}

/** The base URL of a shell, for requests and messages: its user and password are a header (`readOriginHeaders`). */
export function baseOf(shell: string): string {
  return `${new URL(shell).origin}/`
}

/**
 * Comma-separated URLs of all shells in use: one setting for every team's pipeline.
 *
 * @throws CommandError for an invalid one, which it does not quote
 */
export function shellsIn({ RELEASE_SHELLS }: NodeJS.ProcessEnv): string[] | undefined {
  if (!RELEASE_SHELLS) return undefined
  const shells = RELEASE_SHELLS.split(',').map((shell) => shell.trim())
  const invalid = shells.findIndex((shell) => !isShellUrl(shell))
  if (invalid < 0) return shells
  throw new CommandError(
    `RELEASE_SHELLS must be http or https URLs, separated by commas; number ${invalid + 1} is none. In a password, write %2C for a comma and %2F for a slash.`,
  )
}

/**
 * As {@link shellsIn}, each without its user and password.
 *
 * @throws CommandError also when it is not set
 */
export function requireShells(environment: NodeJS.ProcessEnv): string[] {
  const shells = shellsIn(environment)
  if (shells) return [...new Set(shells.map(baseOf))]
  throw new CommandError('RELEASE_SHELLS is not set: list the URLs of the shells in it, separated by commas.')
}
