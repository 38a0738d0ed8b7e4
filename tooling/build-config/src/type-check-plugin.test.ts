import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { TypeCheckPlugin } from './type-check-plugin'

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

it('leaves no compiler running, although the native one ignores signals', async () => {
  await write('index.js', '')
  await rm(join(root, 'node_modules'))
  await mkdir(join(root, 'node_modules/typescript/bin'), { recursive: true })
  await write('../node_modules/typescript/package.json', '{ "name": "typescript", "version": "7.0.0" }')
  const pidFile = join(root, 'pid')
  await write(
    'native.cjs',
    `process.on('SIGTERM', () => {}).on('SIGINT', () => {})
    setInterval(() => {}, 1000)
    require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`,
  )
  await write(
    '../node_modules/typescript/bin/tsc',
    "require('child_process').execFileSync(process.execPath, ['src/native.cjs'])",
  )
  const { close } = await watched()
  const pid = await vi.waitFor(async () => Number(await readFile(pidFile, 'utf8')) || expect.fail('No compiler runs.'))
  await close()
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
})

/** Watches the project. @returns `warnings` of the last build, undefined before the first one */
async function watched() {
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
  const close = () => new Promise<void>((resolve) => watching?.close(() => compiler.close(() => resolve())))
  onTestFinished(close)
  return { warnings: () => last, close }
}
