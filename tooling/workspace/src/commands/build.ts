import { resolve } from 'node:path'
import { buildOutOfDate, isOutOfDate } from '../build'
import { findProjects, readPackage } from '../workspace'

/** `npm run build`: builds for production what is out of date, of one folder or of all. */
export async function run([folder]: string[], stop: AbortSignal): Promise<number> {
  const projects = folder ? [readPackage(resolve(folder))] : findProjects()
  if (!projects.some(isOutOfDate)) console.log('Everything is built.')
  await buildOutOfDate(projects, stop)
  return 0
}
