import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOutOfDate, isOutOfDate } from '../build'
import { UsageError } from '../command-error'
import { readPackage, repositoryOf, requireProjects } from '../project'

export const usage = `Usage: canje build [folder]
Builds outdated projects for production: the one in the folder, or all of this repository.`

/** `canje build`: builds outdated projects for production. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const [folder, ...others] = parseArgs({ args, allowPositionals: true }).positionals
  if (others.length > 0) throw new UsageError()
  const projects = folder ? [readPackage(resolve(folder))] : requireProjects(repositoryOf(process.cwd()))
  if (!projects.some(isOutOfDate)) console.error('Everything is up to date.')
  await buildOutOfDate(projects, stop)
  return 0
}
