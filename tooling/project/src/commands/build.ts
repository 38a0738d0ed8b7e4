import { buildOutOfDate, isOutOfDate } from '../build'
import { repositoryOf, requireRemotes } from '../project'

/** `canje build`: builds the outdated remotes of this repository for production. */
export async function run(_args: string[], stop: AbortSignal): Promise<number> {
  const remotes = requireRemotes(repositoryOf(process.cwd()))
  if (!remotes.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(remotes, stop)
  return 0
}
