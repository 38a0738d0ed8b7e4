import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { compress } from './compress'
import { integrityOf } from './integrity'
import { jsonText, validJson } from './json-file'
import { copyReleased } from './plain-files'
import { StoredManifest } from './stored-release'

/** Copies a build to a folder, with the hashes and the compressed copies of a release. */
export async function stage(dist: string, folder: string, manifest: ReleaseManifest): Promise<StoredManifest> {
  await copyReleased(dist, folder)
  const json = { ...manifest, integrity: await integrityOf(folder) }
  const stored = validJson(json, join(dist, 'release.json'), StoredManifest)
  await writeFile(join(folder, 'release.json'), jsonText(stored))
  await compress(folder)
  return stored
}
