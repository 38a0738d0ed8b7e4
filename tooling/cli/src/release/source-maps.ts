import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ReleaseStore, readStoreJson } from '@canje/release-store'
import { type RawSourceMap, SourceMapConsumer } from 'source-map-js'
import * as v from 'valibot'
import { repositoryOf } from '../project'

/** A place in a source file. */
export interface SourcePlace {
  /** Relative to the repository, such as `mf-codes/src/Tab.tsx`. */
  source: string
  line: number
  column: number
  /** The text of the line, if the map has it. */
  code: string
}

/** A place in a built script; lines and columns begin at 1. */
interface BuiltPlace {
  url: string
  line: number
  column: number
}

const SourceMap = v.looseObject({
  version: v.literal(3),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  mappings: v.string(),
})

/**
 * Creates a function that finds the source of a place: with the map beside a release in the store, or with one of the
 * shell's build in this repository.
 *
 * @returns undefined for a script without a map, and for a place that the map does not have
 */
export function createSourceFinder(store: ReleaseStore, folder: string) {
  const maps = new Map<string, Promise<FoundMap | undefined>>()
  return async ({ url, line, column }: BuiltPlace): Promise<SourcePlace | undefined> => {
    const found = maps.get(url) ?? findMap(url, store, folder)
    maps.set(url, found)
    const { name = '', map } = (await found) ?? {}
    const original = map?.originalPositionFor({ line, column: column - 1 })
    if (!map || !original?.source) return undefined
    const code = map.sourceContentFor(original.source, true)?.split('\n')[original.line - 1] ?? ''
    const source = posix.join(name, original.source.replace(/^webpack:\/\/[^/]*\//, ''))
    return { source, line: original.line, column: original.column + 1, code: code.trim() }
  }
}

interface FoundMap {
  /** The remote, or `shell`. */
  name: string
  map: SourceMapConsumer
}

/** The store may stand at any path of its origin. */
async function findMap(url: string, store: ReleaseStore, folder: string): Promise<FoundMap | undefined> {
  const segments = new URL(url).pathname.split('/').filter((segment) => /^[\w@+-][\w.@+-]*$/.test(segment))
  for (const [index, name] of segments.slice(0, -2).entries()) {
    const json = await readStoreJson(store, `${segments.slice(index).join('/')}.map`)
    if (json !== undefined) return { name, map: consumerOf(json) }
  }
  const ofShell = join(repositoryOf(folder), 'shell/dist', `${segments.at(-1)}.map`)
  const text = await readFile(ofShell, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { name: 'shell', map: consumerOf(JSON.parse(text)) }
}

function consumerOf(json: unknown): SourceMapConsumer {
  const { version, ...map } = v.parse(SourceMap, json)
  return new SourceMapConsumer({ ...map, version: String(version) } satisfies RawSourceMap)
}
