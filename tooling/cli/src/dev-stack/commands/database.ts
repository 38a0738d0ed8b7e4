import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '@canje/reference-backend/back-up'
import { listBackUps } from '@canje/reference-backend/back-ups'
import { restoreBackUp } from '@canje/reference-backend/restore'
import { asCommandError, CommandError, UsageError } from '../../project'
import { readSettings } from '../settings'

export const usage = 'Usage: npm run database -- back-up | list | restore <back-up>'

/** `npm run database`: backs up and restores the embedded database of `npm start`, which must be stopped. */
export async function run([action = '', name, ...rest]: string[]): Promise<number> {
  const { backend, dataDirectory } = readSettings(process.env)
  const takesName = action === 'restore'
  if (!['back-up', 'list', 'restore'].includes(action) || takesName !== (name !== undefined) || rest.length > 0)
    throw new UsageError()
  if (backend.kind === 'external')
    throw new CommandError('An external service has its own back-ups: unset SECURITY_URL and API_URL.')
  if (backend.databaseUrl)
    throw new CommandError('Back up the database of DATABASE_URL with pg_dump, and restore it with pg_restore.')
  const directory = join(dataDirectory, 'database')
  if (!existsSync(directory)) throw new CommandError(`There is no embedded database in ${directory}: check DATA_DIR.`)
  try {
    await runAction(directory, action, name)
  } catch (error) {
    throw new CommandError(`Cannot ${action} the database in ${directory}: ${asCommandError(error).message}.`)
  }
  return 0
}

async function runAction(directory: string, action: string, name = ''): Promise<void> {
  if (action === 'back-up') console.log(`Backed up: ${await backUp(directory)}`)
  else if (action === 'list') for (const backUpName of await listBackUps(directory)) console.log(backUpName)
  else {
    const replaced = await restoreBackUp(directory, name)
    const kept = replaced ? ` The replaced data: ${replaced}.` : ''
    console.log(`Restored: ${name}.${kept} Everyone is signed out.`)
  }
}
