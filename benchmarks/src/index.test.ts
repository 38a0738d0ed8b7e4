import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, UsageError } from '@canje/cli/project'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Repository, run } from './index'
import type { Suite } from './suite'

const { signal } = new AbortController()
const suite: Suite = {
  title: 'A suite',
  run: async ({ runs, record }) => record('a call', { unit: 'ms', subject: Array(runs).fill(1) }),
}
let folder: string
let repository: Repository
let printed: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'))
  printed = []
  repository = {
    suites: { first: async () => suite, second: async () => suite },
    results: join(folder, 'results'),
  }
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
  return rm(folder, { recursive: true })
})

const fileOf = (name: string) => join(repository.results, `${name}.json`)

it("stores a suite's result, and prints its table", async () => {
  expect(await run(['first'], signal, repository)).toBe(0)

  const measures = [{ name: 'a call', subject: { median: 1, runs: 5 } }]
  const result: unknown = JSON.parse(await readFile(fileOf('first'), 'utf8'))
  expect(result).toMatchObject({ suite: 'first', title: 'A suite', measures })
  expect(printed.at(-1)).toContain('| a call | 5 |  | 1 ms |  |')
  expect(existsSync(fileOf('second'))).toBe(false)
})

it('continues with the next suite when one cannot run, and returns 1', async () => {
  const lacking: Suite = {
    title: 'A suite',
    run: async () => {
      throw new CommandError('There is no database.')
    },
  }
  repository.suites = { lacking: async () => lacking, first: async () => suite }
  expect(await run([], signal, repository)).toBe(1)
  expect(printed).toContain('\nThere is no database.\nNot completed: lacking.')
  expect(existsSync(fileOf('lacking'))).toBe(false)
  expect(existsSync(fileOf('first'))).toBe(true)
})

it('measures three rounds with --quick, and stores nothing', async () => {
  expect(await run(['--quick', 'first'], signal, repository)).toBe(0)

  expect(printed.at(-1)).toContain('| a call | 3 |')
  expect(existsSync(fileOf('first'))).toBe(false)
})

it('refuses an unknown suite', async () => {
  await expect(run(['other'], signal, repository)).rejects.toThrow(UsageError)
})
