import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Finding } from '../findings'

/** In megabytes, about a hundred times the build of a tab. A store keeps every version. */
const MAX_SIZE = 50
const BYTES_PER_MEGABYTE = 1_000_000

/**
 * Limits the size of a release: a file that was built by mistake would be stored with every version.
 *
 * @param dist absolute path of a production build
 * @returns a finding that names the largest file, or none
 */
export async function releaseTooLarge(name: string, dist: string): Promise<Finding[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile())
  const files = await Promise.all(
    paths.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      return { path: relative(dist, file), size: (await stat(file)).size / BYTES_PER_MEGABYTE }
    }),
  )
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const [largest] = files.toSorted((a, b) => b.size - a.size)
  if (total <= MAX_SIZE || !largest) return []
  return [
    {
      code: 'over-budget',
      message: `The files of ${name} are ${total.toFixed(0)} MB (${largest.path} ${largest.size.toFixed(0)}); a release has at most ${MAX_SIZE} MB.`,
      fix: 'Remove what the tab does not load from the build, or serve it from elsewhere.',
    },
  ]
}
