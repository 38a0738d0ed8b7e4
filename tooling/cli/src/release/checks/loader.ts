import { containerGlobal, type ReleaseManifest } from '@canje/registry'
import { type BuiltFiles, filesWithoutHash, integrityOf } from '@canje/release-store'
import type { Finding } from '../findings'
import { buildFailed } from './dist'
import { isScript } from './unverified-scripts'

/** The global list of chunks of webpack and Rspack, which is named after `output.uniqueName`. */
const CHUNK_LIST = /\b(?:webpack|rspack)Chunk\w*/g

/** Requires the files that a manifest names to be in the release. @returns a finding that names the missing ones, or none */
export function filesMissing(manifest: ReleaseManifest, files: BuiltFiles): Finding[] {
  const missing = filesWithoutHash(manifest, integrityOf(files))
  if (missing.length === 0) return []
  const message = `release.json of ${manifest.name} names ${missing.join(', ')}, which the release does not have.`
  const fix =
    'Build into an empty folder, and name only files of that build in release.json: no folder, no source map, no compressed copy.'
  return [buildFailed(message, fix)]
}

/** Requires a list of chunks of this build only, because a page may hold two builds of a remote. */
export function checkChunkList(manifest: ReleaseManifest, files: BuiltFiles): Finding[] {
  const scripts = [...files].filter(([path]) => isScript(path))
  const lists = [...new Set(scripts.flatMap(([, content]) => content.toString().match(CHUNK_LIST) ?? []))]
  const container = containerGlobal(manifest.name, manifest)
  if (lists.length === 0 || lists.some((list) => letters(list).endsWith(`Chunk${letters(container)}`))) return []
  const message = `${manifest.name} keeps its chunks in window.${lists.join(', window.')}, which other builds of it would use too.`
  return [buildFailed(message, `Set output.uniqueName to the name of the container, "${container}".`)]
}

/** The bundlers replace other characters in different ways. */
function letters(text: string): string {
  return text.replaceAll(/[\W_]/g, '')
}
