import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { manageStaff, type StaffCommand } from '@canje/reference-backend/staff'
import { asCommandError, askHidden, CommandError, type TerminalInput, UsageError } from '../../project'
import { databaseOf } from '../backend'
import { readSettings } from '../settings'

export const usage = `Usage: npm run staff -- list | add <name> | passwd <name> | disable <name>
Type the password when asked, or send it to standard input.`

/**
 * `npm run staff`: manages the staff accounts of the reference backend, running or stopped.
 *
 * @param input has the password of `add` and `passwd`: hidden on a terminal, otherwise all of it without the last line
 * break. It is no argument, because other users see the arguments of a process.
 */
export async function run(
  [action = '', name, ...rest]: string[],
  stop: AbortSignal,
  input: TerminalInput = process.stdin,
): Promise<number> {
  const settings = readSettings(process.env)
  if (settings.SECURITY_URL)
    throw new CommandError('An external service has its own accounts: unset SECURITY_URL and API_URL.')
  const database = databaseOf(settings)
  const command = await readCommand([action, name, ...rest], () => readPassword(name ?? '', input, stop))
  if (database.kind === 'embedded' && !existsSync(database.directory))
    throw new CommandError(`There is no embedded database in ${database.directory}: check DATA_DIR.`)
  try {
    for (const line of await manageStaff(database, command)) console.log(line)
  } catch (error) {
    throw asCommandError(error)
  }
  return 0
}

async function readCommand(
  [action, username, ...rest]: (string | undefined)[],
  password: () => Promise<string>,
): Promise<StaffCommand> {
  if (action === 'list' && username === undefined) return { action }
  if (username === undefined || rest.length > 0) throw new UsageError()
  if (action === 'disable') return { action, username }
  if (action === 'add' || action === 'passwd') return { action, username, password: await password() }
  throw new UsageError()
}

async function readPassword(name: string, input: TerminalInput, stop: AbortSignal): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '')
  const password = await askHidden(`Password of ${name}: `, input, stop)
  if ((await askHidden('Once more: ', input, stop)) !== password)
    throw new CommandError('The passwords differ: nothing was changed.')
  return password
}
