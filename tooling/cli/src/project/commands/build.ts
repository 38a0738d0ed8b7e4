import { resolve } from 'node:path'
import { buildOutOfDate, isOutOfDate } from '../build'
import { readPackage, repositoryOf, requireProjects } from '../project'

/**
 * `canje build`: builds outdated projects for production.
 *
 * @param args a folder with a project, or none for all of this repository
 */
export async function run([folder]: string[], stop: AbortSignal): Promise<number> {
  const projects = folder ? [readPackage(resolve(folder))] : requireProjects(repositoryOf(process.cwd()))
  if (!projects.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(projects, stop)
  return 0
}
