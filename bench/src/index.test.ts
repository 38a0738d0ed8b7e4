import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from 'local-stack/src/command-error'
import { ROOT } from 'local-stack/src/workspace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bound } from './bound'
import { type Repository, run } from './index'
import { placeTable, renderResult } from './report'
import { readResult } from './results'
import type { Suite } from './suite'
import { suites } from './suites'

const { signal } = new AbortController()
const suite = (value: number): Suite => ({
  title: 'A suite',
  run: async ({ measure }) => {
    await measure('a call', { unit: 'ms', subject: async () => value, bound: bound.atMost(10) })
  },
})
let folder: string
let place: Repository
let printed: string[]
const documentText = () => readFile(place.document, 'utf8')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'))
  printed = []
  place = {
    suites: { fast: async () => suite(1), slow: async () => suite(100) },
    results: join(folder, 'results'),
    document: join(folder, 'performance.md'),
    print: (text) => printed.push(text),
  }
  const places = ['fast', 'slow'].map((name) => `<!-- bench:${name} --><!-- /bench:${name} -->`)
  await writeFile(place.document, places.join('\n'))
})
afterEach(() => rm(folder, { recursive: true }))

it('keeps what a suite measured, and puts it into the document', async () => {
  expect(await run(['fast'], signal, place)).toBe(0)

  const result = await readResult(place.results, 'fast')
  expect(result).toMatchObject({ suite: 'fast', title: 'A suite', measures: [{ name: 'a call', holds: true }] })
  expect(await documentText()).toContain('| a call | 9 |  | 1 ms |  | ≤ 10 ms | yes |')
  expect(printed.at(-1)).toContain('Every bound is kept.')
})

it('runs all when none is named, and fails when a bound is not kept', async () => {
  expect(await run([], signal, place)).toBe(1)

  expect(await documentText()).toMatch(/\| yes \|.*\| \*\*no\*\* \|/s)
  expect(printed.at(-1)).toContain('Not kept: a call.')
})

it('goes on with the next suite where one lacks what it needs, and fails', async () => {
  const lacking: Suite = {
    title: 'A suite',
    run: async () => {
      throw new CommandError('There is no database.')
    },
  }
  place.suites = { lacking: async () => lacking, fast: async () => suite(1) }
  expect(await run([], signal, place)).toBe(1)
  expect(printed).toContain('\nThere is no database.')
  expect(printed.at(-1)).toContain('Not run to the end: lacking.')
  expect(await readResult(place.results, 'lacking')).toBeUndefined()
  expect(await readResult(place.results, 'fast')).toBeDefined()
})

it('runs as often as asked', async () => {
  await run(['--runs', '2', 'fast'], signal, place)
  expect(await readResult(place.results, 'fast')).toMatchObject({ measures: [{ subject: { runs: 2 } }] })
})

it('keeps no first impression', async () => {
  const before = await documentText()

  expect(await run(['--quick', 'fast'], signal, place)).toBe(0)

  expect(await readResult(place.results, 'fast')).toBeUndefined()
  expect(await documentText()).toBe(before)
})

it('writes the tables again without measuring', async () => {
  await run(['fast'], signal, place)
  const table = await documentText()
  await writeFile(place.document, placeTable(table, 'fast', 'lost'))

  expect(await run(['--report'], signal, place)).toBe(0)

  expect(await documentText()).toBe(table)
})

it.each([[['other']], [['--other']], [['--runs', 'often']], [['--runs', '0']]])(
  'does not know %j, and says what it knows',
  async (args) => {
    await expect(run(args, signal, place)).rejects.toThrow('[fast|slow]')
  },
)

it.each(Object.keys(suites))('shows in docs/performance.md what was measured last of %s', async (name) => {
  const result = await readResult(join(ROOT, 'bench/results'), name)
  const shown = await readFile(join(ROOT, 'docs/performance.md'), 'utf8')
  expect(shown).toContain(result ? renderResult(result) : `<!-- bench:${name} -->`)
})
