import { buildOutOfDate, isOutOfDate } from '../build'
import { findRemotes, repositoryOf } from '../project'

/** `canje build`: builds the outdated remotes of this repository for production. */
export async function run(_args: string[], stop: AbortSignal): Promise<number> {
  const remotes = findRemotes(repositoryOf(process.cwd()))
  if (!remotes.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(remotes, stop)
  return 0
}
