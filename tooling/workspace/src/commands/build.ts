import { resolve } from 'node:path'
import { buildOutOfDate, isOutOfDate, readPackage } from '@canje/project'
import { findProjects } from '../workspace'

/** `npm run build`: builds outdated projects for production, in one folder or in all. */
export async function run([folder]: string[], stop: AbortSignal): Promise<number> {
  const projects = folder ? [readPackage(resolve(folder))] : findProjects()
  if (!projects.some(isOutOfDate)) console.log('Everything is up to date.')
  await buildOutOfDate(projects, stop)
  return 0
}
