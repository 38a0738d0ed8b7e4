import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CommandError, ROOT } from 'workspace'
import { type Repository, run } from './index'
import { renderResult } from './report'
import { readResult } from './results'
import type { Suite } from './suite'
import { suites } from './suites'
import { bound } from './threshold'

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
const tableOf = (suite: string) => readFile(join(place.results, `${suite}.md`), 'utf8')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'))
  printed = []
  place = {
    suites: { fast: async () => suite(1), slow: async () => suite(100) },
    results: join(folder, 'results'),
    print: (text) => printed.push(text),
  }
})
afterEach(() => rm(folder, { recursive: true }))

it('keeps what a suite measured, and writes its table beside it', async () => {
  expect(await run(['fast'], signal, place)).toBe(0)

  const result = await readResult(place.results, 'fast')
  expect(result).toMatchObject({ suite: 'fast', title: 'A suite', measures: [{ name: 'a call', holds: true }] })
  expect(await tableOf('fast')).toContain('| a call | 9 |  | 1 ms |  | ≤ 10 ms | yes |')
  expect(printed.at(-1)).toContain('Every bound is kept.')
})

it('runs all when none is named, and fails when a bound is not kept', async () => {
  expect(await run([], signal, place)).toBe(1)

  expect(await tableOf('fast')).toContain('| yes |')
  expect(await tableOf('slow')).toContain('| **no** |')
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
  expect(await run(['--quick', 'fast'], signal, place)).toBe(0)

  expect(await readResult(place.results, 'fast')).toBeUndefined()
  await expect(tableOf('fast')).rejects.toThrow('ENOENT')
})

it('writes the tables again without measuring', async () => {
  await run(['fast'], signal, place)
  const table = await tableOf('fast')
  await writeFile(join(place.results, 'fast.md'), 'lost')

  expect(await run(['--report'], signal, place)).toBe(0)

  expect(await tableOf('fast')).toBe(table)
})

it.each([[['other']], [['--other']], [['--runs', 'often']], [['--runs', '0']]])(
  'does not know %j, and says what it knows',
  async (args) => {
    await expect(run(args, signal, place)).rejects.toThrow('[fast|slow]')
  },
)

it.each(Object.keys(suites))('keeps the table of %s beside its result', async (name) => {
  const result = await readResult(join(ROOT, 'benchmarks/results'), name)
  if (!result) throw new Error(`${name} has no result: npm run bench -- ${name}`)
  expect(await readFile(join(ROOT, `benchmarks/results/${name}.md`), 'utf8')).toBe(renderResult(result))
})
