import { type RawSourceMap, SourceMapConsumer } from 'source-map-js'

/** The address of a frame, as Chromium and Firefox write it. */
const ADDRESS = /(https?:\/\/[^\s()]+?\.js):(\d+):(\d+)/g

/**
 * The stack with the places of sources. A frame without a source map stays.
 *
 * @param mapOf loads the source map of a script; undefined if it has none
 */
export async function sourceStack(
  stack: string,
  mapOf: (script: string) => Promise<RawSourceMap | undefined>,
): Promise<string> {
  const scripts = [...new Set([...stack.matchAll(ADDRESS)].map(([, script = '']) => script))]
  const maps = await Promise.all(scripts.map(async (script) => [script, await mapOf(script)] as const))
  const consumers = new Map(maps.map(([script, map]) => [script, map && new SourceMapConsumer(map)]))
  return stack.replace(ADDRESS, (address, script: string, line: string, column: string) => {
    const place = { line: Number(line), column: Number(column) - 1 }
    const found = consumers.get(script)?.originalPositionFor(place)
    return found?.source
      ? `${found.source.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '')}:${found.line}:${found.column + 1}`
      : address
  })
}

/** Loads the source map of a script of a dev server. @returns undefined when there is none that can be read */
export async function fetchMap(script: string): Promise<RawSourceMap | undefined> {
  const response = await fetch(`${script}.map`).catch(() => undefined)
  return response?.ok ? response.json().catch(() => undefined) : undefined
}
