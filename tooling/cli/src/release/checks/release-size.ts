import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn } from '@canje/release-store'
import type { Finding } from '../findings'

/** In megabytes, about a hundred times the build of a tab. A store keeps every version. */
const MAX_SIZE = 50
const BYTES_PER_MEGABYTE = 1_000_000

/**
 * Limits the size of a release: a file that was built by mistake would be stored with every version.
 *
 * @param dist absolute path of a build, of which nothing is read: a file may be too long for a string
 * @returns a finding that names the largest file, or none
 */
export async function releaseTooLarge(name: string, dist: string): Promise<Finding[]> {
  const sizeOf = async (path: string) => (await lstat(join(dist, path))).size / BYTES_PER_MEGABYTE
  const files = await filesIn(dist)
  const sizes = await Promise.all(files.map(async (path) => ({ path, size: await sizeOf(path) })))
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const [largest] = sizes.sort((a, b) => b.size - a.size)
  if (total <= MAX_SIZE || !largest) return []
  return [
    {
      code: 'over-budget',
      message: `The files of ${name} are ${total.toFixed(0)} MB (${largest.path} ${largest.size.toFixed(0)}); a release has at most ${MAX_SIZE} MB.`,
      fix: 'Remove what the tab does not load from the build, or serve it from elsewhere.',
    },
  ]
}
