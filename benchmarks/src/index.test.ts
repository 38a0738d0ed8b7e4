import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '@canje/cli/project'
import { ROOT } from 'repo'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Repository, run } from './index'
import { renderResult } from './report'
import { readResult } from './results'
import type { Suite } from './suite'
import { suites } from './suites'
import { threshold } from './threshold'

const { signal } = new AbortController()
const suite = (value: number): Suite => ({
  title: 'A suite',
  run: async ({ measure }) => {
    await measure('a call', { unit: 'ms', subject: async () => value, threshold: threshold.atMost(10) })
  },
})
let folder: string
let repository: Repository
let printed: string[]
const tableOf = (suite: string) => readFile(join(repository.results, `${suite}.md`), 'utf8')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'))
  printed = []
  repository = {
    suites: { fast: async () => suite(1), slow: async () => suite(100) },
    results: join(folder, 'results'),
    print: (text) => printed.push(text),
  }
})
afterEach(() => rm(folder, { recursive: true }))

it("stores a suite's result, and writes its table beside it", async () => {
  expect(await run(['fast'], signal, repository)).toBe(0)

  const result = await readResult(repository.results, 'fast')
  expect(result).toMatchObject({ suite: 'fast', title: 'A suite', measures: [{ name: 'a call', holds: true }] })
  expect(await tableOf('fast')).toContain('| a call | 9 |  | 1 ms |  | ≤ 10 ms | yes |')
  expect(printed.at(-1)).toContain('All thresholds are met.')
})

it('runs all suites when none is named, and returns 1 when a threshold is missed', async () => {
  expect(await run([], signal, repository)).toBe(1)

  expect(await tableOf('fast')).toContain('| yes |')
  expect(await tableOf('slow')).toContain('| **no** |')
  expect(printed.at(-1)).toContain('Thresholds missed: a call.')
})

it('continues with the next suite when one cannot run, and returns 1', async () => {
  const lacking: Suite = {
    title: 'A suite',
    run: async () => {
      throw new CommandError('There is no database.')
    },
  }
  repository.suites = { lacking: async () => lacking, fast: async () => suite(1) }
  expect(await run([], signal, repository)).toBe(1)
  expect(printed).toContain('\nThere is no database.')
  expect(printed.at(-1)).toContain('Suites not completed: lacking.')
  expect(await readResult(repository.results, 'lacking')).toBeUndefined()
  expect(await readResult(repository.results, 'fast')).toBeDefined()
})

it('runs each variant as often as --runs says', async () => {
  await run(['--runs', '2', 'fast'], signal, repository)
  expect(await readResult(repository.results, 'fast')).toMatchObject({ measures: [{ subject: { runs: 2 } }] })
})

it('stores nothing with --quick', async () => {
  expect(await run(['--quick', 'fast'], signal, repository)).toBe(0)

  expect(await readResult(repository.results, 'fast')).toBeUndefined()
  await expect(tableOf('fast')).rejects.toThrow('ENOENT')
})

it('renders the tables from the stored results with --report', async () => {
  await run(['fast'], signal, repository)
  const table = await tableOf('fast')
  await writeFile(join(repository.results, 'fast.md'), 'lost')

  expect(await run(['--report'], signal, repository)).toBe(0)

  expect(await tableOf('fast')).toBe(table)
})

it.each([[['other']], [['--other']], [['--runs', 'often']], [['--runs', '0']]])(
  'rejects %j with its usage',
  async (args) => {
    await expect(run(args, signal, repository)).rejects.toThrow('[fast|slow]')
  },
)

it.each(Object.keys(suites))('keeps the table of %s beside its result', async (name) => {
  const result = await readResult(join(ROOT, 'benchmarks/results'), name)
  if (!result) throw new Error(`The suite ${name} has no stored result. Run: npm run bench -- ${name}`)
  expect(await readFile(join(ROOT, `benchmarks/results/${name}.md`), 'utf8')).toBe(renderResult(result))
})
