import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, findRemotes, readPackage, runNode } from '@canje/project'
import { countTests } from '@canje/project/test-runner'
import { ReleaseManifest } from '@canje/registry'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemote } from './new-remote'
import { copyRepository } from './testing/repository-copy'

const TIMEOUT_MS = 600_000
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const TSC = 'node_modules/typescript/bin/tsc'
const { signal } = new AbortController()
let root: string

beforeAll(async () => {
  root = await copyRepository()
})
// The repository may already have these remotes.
beforeEach(async () => {
  for (const name of ['mf-premios', 'mf-sales']) await rm(join(root, name), { recursive: true, force: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => rm(root, { recursive: true }))

it.each([
  ['table', 20],
  ['form', 3],
  ['chart', 1],
])(
  'creates a remote with a %s that passes the linter, compiles, builds and passes its tests',
  {
    timeout: TIMEOUT_MS,
  },
  async (kind, tests) => {
    vi.spyOn(console, 'log').mockReturnValue(undefined)
    createRemote('mf-premios', 'Premios', root, kind)
    const premios = readPackage(join(root, 'mf-premios'))

    const lint = await runNode(join(root, BIOME), ['check', premios.name], { cwd: root })
    expect(lint.code, lint.output).toBe(0)
    const types = await runNode(join(root, TSC), [], { cwd: premios.directory })
    expect(types.output).toBe('')
    await buildOutOfDate([premios], signal)
    const built = await readFile(join(premios.directory, 'dist/release.json'), 'utf8')
    expect(v.parse(ReleaseManifest, JSON.parse(built))).toMatchObject({ name: 'mf-premios', tab: { label: 'Premios' } })
    const { counts, output } = await countTests(premios, signal)
    expect(counts, output).toMatchObject({ failed: 0 })
    expect(counts.passed).toBeGreaterThan(tests)
  },
)

it('places the new tab last', () => {
  const last = Math.max(...findRemotes(root).map(({ tab }) => Number(Object(tab).order)))
  expect(createRemote('mf-premios', 'Premios', root)).toMatchObject({ id: 'premios', order: last + 1 })
  expect(createRemote('mf-sales', 'Puntos de Atención', root)).toMatchObject({
    id: 'puntos-de-atencion',
    order: last + 2,
  })
  expect(findRemotes(root).map(({ name }) => name)).toEqual(expect.arrayContaining(['mf-premios', 'mf-sales']))
})

it.each([
  ['premios', 'Premios', /^"premios" is not a valid name of a remote: use one like mf-premios\.$/],
  ['mf-Premios', 'Premios', /is not a valid name of a remote/],
  ['mf-../shell', 'Premios', /is not a valid name of a remote/],
  ['mf-premios', '"Premios"', /^""Premios"" is not a valid label of a tab: use letters, digits and single spaces\.$/],
  ['mf-premios', ' ', /is not a valid label of a tab/],
  ['mf-codes', 'Premios', /^mf-codes already exists: choose another name\.$/],
  ['mf-premios', 'Codigos', /^The tab "codigos" already exists: choose another label\.$/],
  ['Codes', 'Códigos', /^"Codes" is not a valid name .*\nThe tab "codigos" already exists/],
])('refuses %s with the label %s and writes nothing', async (name, label, message) => {
  const before = await readdir(root)
  expect(() => createRemote(name, label, root)).toThrow(message)
  expect(await readdir(root)).toEqual(before)
})
