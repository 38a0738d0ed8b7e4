import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const COMMON_INPUTS = [
  'rspack.base.ts',
  'release-manifest-plugin.ts',
  'shared-dependencies.ts',
  'package-lock.json',
  'shared-auth',
  'shared-ui',
  'registry',
]

/**
 * Identifies a build by what goes into it, so that the same sources always give the same id and a change gives another.
 *
 * @param projectDirectory absolute path of the shell or a remote
 * @returns twelve hexadecimal digits
 */
export function buildId(projectDirectory: string): string {
  const hash = createHash('sha256')
  for (const input of [projectDirectory, ...COMMON_INPUTS.map((name) => join(ROOT, name))]) {
    for (const file of filesUnder(input))
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 12)
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', 'tests'].includes(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => filesUnder(join(path, entry.name)))
    .sort()
}
