import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { containerGlobal, type ReleaseManifest } from '@canje/registry'
import type { Finding } from '../findings'
import { buildFailed } from './dist'
import { filesIn, hashesOf, isScript, VERIFY_CHUNKS } from './unverified-scripts'

const HASH = /sha256-[\w+/]{43}=|sha384-[\w+/]{64}|sha512-[\w+/]{86}==/g
/** The global list of chunks of webpack and Rspack, which is named after `output.uniqueName`. */
const CHUNK_LIST = /\b(?:webpack|rspack)Chunk\w*/g

/** Requires the files that a manifest names. @returns a finding that names the missing ones, or none */
export function filesMissing(manifest: ReleaseManifest, dist: string): Finding[] {
  const { name, entry, preload, parts = [], sharedUi } = manifest
  const named = new Set([entry, ...preload, ...parts, ...(sharedUi?.files ?? [])])
  const missing = [...named].filter((path) => !existsSync(join(dist, path)))
  if (missing.length === 0) return []
  const message = `release.json of ${name} names ${missing.join(', ')}, which the folder does not have.`
  return [buildFailed(message, 'Build into an empty folder, and write release.json from the files of that build.')]
}

/**
 * Checks the loader of another bundler: every chunk whose hash it knows must be in the release, and its list of chunks
 * must be of this build, because a page may hold two builds of a remote.
 *
 * @param dist absolute path of a production build
 */
export async function checkLoader(manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  const files = await filesIn(dist)
  const code = files.filter(({ path }) => isScript(path)).map(({ content }) => content.toString())
  const present = new Set(files.flatMap(({ content }) => hashesOf(content)))
  const absent = matches(code, HASH).filter((hash) => !present.has(hash))
  const container = containerGlobal(manifest.name, manifest)
  const lists = matches(code, CHUNK_LIST)
  return [
    ...(absent.length > 0 ? [chunkMissing(manifest.name, absent)] : []),
    ...(lists.length > 0 && !lists.some((list) => letters(list).endsWith(`Chunk${letters(container)}`))
      ? [chunkListShared(manifest.name, lists, container)]
      : []),
  ]
}

function matches(code: string[], pattern: RegExp): string[] {
  return [...new Set(code.flatMap((text) => text.match(pattern) ?? []))]
}

/** The bundlers replace other characters in different ways. */
function letters(text: string): string {
  return text.replaceAll(/[\W_]/g, '')
}

function chunkMissing(name: string, hashes: string[]): Finding {
  const message = `${name} loads chunks that are not in the release, or were changed after the build: ${hashes.join(', ')}.`
  return { code: 'chunk-unverified', message, fix: VERIFY_CHUNKS }
}

function chunkListShared(name: string, lists: string[], container: string): Finding {
  const message = `${name} keeps its chunks in window.${lists.join(', window.')}, which other builds of it would use too.`
  return buildFailed(message, `Set output.uniqueName to the name of the container, "${container}".`)
}
