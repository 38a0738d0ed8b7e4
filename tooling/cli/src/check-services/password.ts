import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asCommandError, askHidden, CommandError, type TerminalInput } from '../project'
import type { CliEnvironment } from '../release'
import type { Options } from './command-line'

const ADVICE = 'add --password-file <file>.'

/**
 * Reads the password: all of the file without the last line break, or what is typed. It is no argument, because other users
 * see the arguments of a process.
 *
 * @throws CommandError without a password
 */
export async function readPassword(
  { user, passwordFile }: Options,
  { folder, environment, input }: Pick<CliEnvironment, 'folder' | 'environment'> & { input: TerminalInput },
  stop: AbortSignal,
): Promise<string> {
  if (passwordFile === undefined && !input.isTTY)
    throw new CommandError(`There is no terminal to type the password: ${ADVICE}`)
  const password =
    passwordFile === undefined
      ? await askHidden(`Password of ${user}: `, input, stop, `There is no password: type it, or ${ADVICE}`)
      : readFile(resolve(environment.INIT_CWD ?? folder, passwordFile))
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
