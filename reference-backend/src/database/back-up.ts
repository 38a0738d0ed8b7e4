import { copyToBackUps } from './back-ups'
import { hasData, maintain } from './data-folder'

/**
 * Copies the data of an embedded database that is stopped, with the hash of each file.
 *
 * @param directory the directory of the database
 * @returns the name of the back-up, such as `20261124T150405678Z`
 * @throws {Error} when the database is in use, does not exist, or cannot be copied; no incomplete back-up is left then
 */
export function backUp(directory: string): Promise<string> {
  return maintain(directory, async () => {
    if (!hasData(directory)) throw new Error('there is no database')
    return copyToBackUps(directory)
  })
}
