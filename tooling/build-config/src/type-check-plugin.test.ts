import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { problemsIn, TypeCheckPlugin } from './type-check-plugin'

const MODULES = join(import.meta.dirname, '../../../node_modules')
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-types-'))
  await mkdir(join(root, 'src'))
  await symlink(MODULES, join(root, 'node_modules'))
  await write('../package.json', '{ "name": "mf-x", "version": "1.0.0" }')
  await write('../tsconfig.json', '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }')
})
afterEach(() => rm(root, { recursive: true }))

const write = (path: string, text: string) => writeFile(join(root, 'src', path), text)

it('warns of wrong types while a project is developed, also in a file with types only', async () => {
  await write('index.js', 'console.log(1)')
  await write('user.ts', 'export interface User { id: number }')
  await write('use.ts', "import type { User } from './user'\nexport const user: User = { id: 1 }")
  const warnings = await watched()
  await vi.waitFor(() => expect(warnings()).toEqual([]))
  await write('user.ts', 'export interface User { id: string }')
  await vi.waitFor(() =>
    expect(warnings()).toEqual([expect.stringMatching(/src\/use\.ts\(2,\d+\): error TS2322: Type 'number'/)]),
  )
  await write('user.ts', 'export interface User { id: number }')
  await vi.waitFor(() => expect(warnings()).toEqual([]))
})

/** Watches the project. @returns the warnings of the last build, undefined before the first one */
async function watched(): Promise<() => string[] | undefined> {
  const compiler = rspack({
    context: root,
    mode: 'development',
    entry: './src/index.js',
    output: { path: join(root, 'dist') },
    plugins: [new TypeCheckPlugin(root)],
  })
  let last: string[] | undefined
  const watching = compiler.watch({ aggregateTimeout: 50 }, (_error, stats) => {
    last = stats?.toJson({ all: false, warnings: true }).warnings?.map(({ message }) => message)
  })
  onTestFinished(() => new Promise((resolve) => watching?.close(() => compiler.close(() => resolve()))))
  return () => last
}

it('reads problems with several lines, and those without a place', () => {
  const one = "src/a.ts(1,2): error TS2322: Type 'A' is not 'B'.\n  Types of property 'x' differ."
  const two = 'error TS18003: No inputs were found.'
  expect(problemsIn(`${one}\n${two}\n`)).toEqual([one, two])
  expect(problemsIn('')).toEqual([])
})
