import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Package, packagesIn } from '@canje/cli/project'

/** Absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** All packages of the repository: those of the root folder, then those of `tooling`, each sorted by folder name. */
export function findPackages(): Package[] {
  return [...packagesIn(ROOT), ...packagesIn(join(ROOT, 'tooling'))]
}
