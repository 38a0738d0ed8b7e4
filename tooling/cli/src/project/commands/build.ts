import { resolve } from 'node:path'
import { buildOutOfDate, isOutOfDate } from '../build'
import { type Package, readPackage, repositoryOf, requireRemotes } from '../project'

/**
 * `canje build`: builds outdated projects for production.
 *
 * @param args a folder with a project, or none for all
 * @param findAll lists all projects; by default, the remotes of this repository
 */
export async function run(
  [folder]: string[],
  stop: AbortSignal,
  findAll: () => Package[] = () => requireRemotes(repositoryOf(process.cwd())),
): Promise<number> {
  const projects = folder ? [readPackage(resolve(folder))] : findAll()
  if (!projects.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(projects, stop)
  return 0
}
