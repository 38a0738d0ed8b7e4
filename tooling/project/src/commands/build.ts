import { resolve } from 'node:path'
import { buildOutOfDate, isOutOfDate } from '../build'
import { readPackage, repositoryOf, requireRemotes } from '../project'

/** `canje build`: builds outdated remotes for production, in one folder or all of this repository. */
export async function run([folder]: string[], stop: AbortSignal): Promise<number> {
  const remotes = folder ? [readPackage(resolve(folder))] : requireRemotes(repositoryOf(process.cwd()))
  if (!remotes.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(remotes, stop)
  return 0
}
