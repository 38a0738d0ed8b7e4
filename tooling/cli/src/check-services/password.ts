import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asCommandError, askHidden, CommandError, type TerminalInput } from '../project'

interface PasswordSource {
  user: string
  /** Path of a file; undefined for the terminal. */
  file: string | undefined
  /** Absolute path that the file is relative to. */
  folder: string
  input: TerminalInput
}

/**
 * Reads the password: all of the file without the last line break, or what is typed. It is no argument, because other users
 * see the arguments of a process.
 *
 * @throws CommandError without a password
 */
export async function readPassword({ user, file, folder, input }: PasswordSource, stop: AbortSignal): Promise<string> {
  if (file === undefined && !input.isTTY)
    throw new CommandError('There is no terminal to type the password: add --password-file <file>.')
  const password =
    file === undefined
      ? await askHidden(
          `Password of ${user}: `,
          input,
          stop,
          'There is no password: type it, or add --password-file <file>.',
        )
      : readFile(resolve(folder, file))
  if (password === '') throw new CommandError('The password is empty: the services refuse it.')
  return password
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new CommandError(`The password file cannot be read: ${asCommandError(error).message}.`)
  }
}
