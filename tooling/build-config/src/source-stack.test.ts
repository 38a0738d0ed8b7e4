import { SourceMapGenerator } from 'source-map-js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fetchMap, sourceStack } from './source-stack'

const SCRIPT = 'http://localhost:3102/Tab.js'

function mapOf() {
  const map = new SourceMapGenerator({ file: 'Tab.js' })
  map.addMapping({
    generated: { line: 120, column: 0 },
    original: { line: 12, column: 0 },
    source: 'webpack://mf-x@dev/./src/Tab.tsx',
  })
  return map.toJSON()
}

it('names the places of sources, and keeps frames without a source map', async () => {
  const stack = `Error: no rows
    at onClick (${SCRIPT}:120:11)
    at http://localhost:3000/main.js:5:7
    at new Promise (<anonymous>)`
  expect(await sourceStack(stack, async (script) => (script === SCRIPT ? mapOf() : undefined))).toBe(`Error: no rows
    at onClick (src/Tab.tsx:12:1)
    at http://localhost:3000/main.js:5:7
    at new Promise (<anonymous>)`)
})

it('reads the stacks of Firefox', async () => {
  expect(await sourceStack(`onClick@${SCRIPT}:120:3\n`, async () => mapOf())).toBe('onClick@src/Tab.tsx:12:1\n')
})

it.each(['<!doctype html>', ''])('has no source map in a response with %j', async (text) => {
  vi.stubGlobal('fetch', async () => new Response(text))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await fetchMap(SCRIPT)).toBeUndefined()
})
