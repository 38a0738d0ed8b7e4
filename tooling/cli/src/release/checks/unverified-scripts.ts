import { createHash } from 'node:crypto'
import { excerpt, type ReleaseManifest } from '@canje/registry'
import type { BuiltFiles } from '@canje/release-store'
import type { Finding } from '../findings'

const ALGORITHMS = ['sha256', 'sha384', 'sha512']

const FIX =
  'Keep rspack.config.ts as in the template. With another configuration, put the hashes of the chunks into the loader ' +
  '(docs/other-builds.md). Do not change files after the build.'

/**
 * Requires that a release can verify its own chunks. The shell verifies the entry; the loader in the entry requests every
 * other script, and can verify only those whose hash is in its code. A chunk that was changed after the build of the
 * loader has no hash there either.
 *
 * @returns one finding that names the scripts without a hash, or none
 */
export function unverifiedScripts({ name, entry }: ReleaseManifest, files: BuiltFiles): Finding[] {
  const scripts = [...files].filter(([path]) => isScript(path))
  const code = scripts.map(([, content]) => content.toString()).join('\n')
  const unverified = scripts.filter(
    ([path, content]) => path !== entry && !hashesOf(content).some((hash) => code.includes(hash)),
  )
  if (unverified.length === 0) return []
  const names = excerpt(unverified.map(([path]) => path).join(', '))
  return [
    {
      code: 'chunk-unverified',
      message: `${name} loads ${names} without a hash in its code: a changed file would run with the sessions of staff.`,
      fix: FIX,
    },
  ]
}

export function isScript(path: string): boolean {
  return /\.[cm]?js$/.test(path)
}

/** The hashes of a file as `integrity` values (W3C Subresource Integrity). */
function hashesOf(content: Buffer): string[] {
  return ALGORITHMS.map((algorithm) => `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`)
}
