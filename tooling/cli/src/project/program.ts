import { join } from 'node:path'
import { findPackage } from '@canje/build/installed-packages'
import { CommandError } from './command-error'

/**
 * A program that a project has installed.
 *
 * @param directory absolute path of the project
 * @param file path of the program in its package
 * @throws CommandError when the package is not installed
 */
export function programOf(directory: string, packageName: string, file: string): string {
  const found = findPackage(packageName, directory)
  if (found) return join(found.directory, file)
  throw new CommandError(`${packageName} is not installed for ${directory}: run npm install -D ${packageName}.`)
}
