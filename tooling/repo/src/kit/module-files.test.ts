import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { moduleFiles } from './module-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-modules-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
const collect = (...entries: string[]) =>
  moduleFiles({ sources: join(folder, 'src'), compiled: join(folder, 'out') }, entries)

it('completes the paths of modules, folders and declarations', async () => {
  await write({
    'out/index.js': "export { a } from './a'\nconst lazy = () => import(/* webpackChunkName: 'b' */ './b')\n",
    'out/index.d.ts': 'export { a } from \'./a\';\nexport declare const b: import("./b").B;\n',
    'out/a.js': "import { b } from './b'\nimport React from 'react'\n",
    'out/a.d.ts': '',
    'out/b/index.js': "import '../a'\n",
    'out/b/index.d.ts': '',
    'out/unused.js': '',
  })
  expect(Object.fromEntries(await collect('index.ts'))).toEqual({
    'index.js': "export { a } from './a.js'\nconst lazy = () => import(/* webpackChunkName: 'b' */ './b/index.js')\n",
    'index.d.ts': 'export { a } from \'./a.js\';\nexport declare const b: import("./b/index.js").B;\n',
    'a.js': "import { b } from './b/index.js'\nimport React from 'react'\n",
    'a.d.ts': '',
    'b/index.js': "import '../a.js'\n",
    'b/index.d.ts': '',
  })
})

it('follows URLs of files beside a module, and style sheets', async () => {
  await write({
    'out/index.js':
      "new Worker(new URL('./thread.mjs', import.meta.url))\nconst program = new URL('./run.ts', import.meta.url)\n",
    'out/run.js': '',
    'src/thread.mjs': "await import('./run.ts')\n",
    'src/theme.css': '@import "primereact/theme.css";\n@import \'./theme/colors.css\';\n',
    'src/theme/colors.css': ':root {}\n',
  })
  const files = await collect('index.ts', 'theme.css')
  expect([...files.keys()].sort()).toEqual(['index.js', 'run.js', 'theme.css', 'theme/colors.css', 'thread.mjs'])
  expect(files.get('index.js')).toContain("new URL('./run.js', import.meta.url)")
  expect(files.get('thread.mjs')).toBe("await import('./run.js')\n")
})

it('makes a module of the text of a worker', async () => {
  await write({
    'out/start.js': "import code from './worker?bundled'\n",
    'out/worker.js': '',
    'src/worker.ts': "import { size } from './size'\nconst message: number = size\npostMessage(message)\n",
    'src/size.ts': 'export const size = 12345\n',
  })
  const files = await collect('start.ts')
  expect(files.get('start.js')).toBe("import code from './worker.bundled.js'\n")
  expect(files.get('worker.bundled.js')).toMatch(/^export default ".*12345.*"\n$/)
})

it('ignores paths in comments', async () => {
  await write({ 'out/index.js': " * import code from './nowhere'\n// import './nowhere'\n" })
  expect([...(await collect('index.ts')).keys()]).toEqual(['index.js'])
})

it('names a path that leads to no file', async () => {
  await write({ 'out/index.js': "import './nowhere'\n" })
  await expect(collect('index.ts')).rejects.toThrow(/src\/nowhere is imported, but it does not exist\.$/)
})
