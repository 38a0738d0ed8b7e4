import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, UsageError } from '@canje/cli/project'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Repository, run } from './index'
import { readResult } from './results'
import type { Suite } from './suite'
import { threshold } from './threshold'

const { signal } = new AbortController()
const suite = (value: number): Suite => ({
  title: 'A suite',
  run: async ({ runs, record }) => {
    record('a call', { unit: 'ms', subject: Array(runs).fill(value), threshold: threshold.atMost(10) })
  },
})
let folder: string
let repository: Repository
let printed: string[]

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

it("stores a suite's result, and prints its table", async () => {
  expect(await run(['fast'], signal, repository)).toBe(0)

  const result = await readResult(repository.results, 'fast')
  expect(result).toMatchObject({ suite: 'fast', title: 'A suite', measures: [{ name: 'a call', holds: true }] })
  expect(printed.at(-2)).toContain('| a call | 5 |  | 1 ms |  | ≤ 10 ms | yes |')
  expect(printed.at(-1)).toContain('All thresholds are met.')
})

it('runs all suites when none is named, and returns 1 when a threshold is missed', async () => {
  expect(await run([], signal, repository)).toBe(1)

  const tables = printed.filter((text) => text.includes('| a call |'))
  expect(tables).toEqual([expect.stringContaining('| yes |'), expect.stringContaining('| **no** |')])
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

it('runs as many rounds as --runs says', async () => {
  await run(['--runs', '2', 'fast'], signal, repository)
  expect(await readResult(repository.results, 'fast')).toMatchObject({ measures: [{ subject: { runs: 2 } }] })
})

it('stores nothing with --quick', async () => {
  expect(await run(['--quick', 'fast'], signal, repository)).toBe(0)

  expect(await readResult(repository.results, 'fast')).toBeUndefined()
})

it('prints the tables of the stored results with --report', async () => {
  await run(['fast'], signal, repository)
  const table = printed.at(-2)
  printed = []

  expect(await run(['--report'], signal, repository)).toBe(0)

  expect(printed).toEqual([table])
})

it.each([['other'], ['--runs', 'often'], ['--runs', '0']])('refuses %s %s', async (...args) => {
  await expect(run(args, signal, repository)).rejects.toThrow(UsageError)
})
