import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack, type Stats } from '@rspack/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ScopedStylesPlugin } from './scoped-styles-plugin'

const IN = ':where([data-styles="mf-x@1"],[data-styles="mf-x@1"] *)'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-styles-'))
  await mkdir(join(root, 'src'))
})
afterEach(() => rm(root, { recursive: true }))

/** Builds a page of these files with the settings of a remote. @returns its style sheets, or the errors */
async function build(files: Record<string, string>, container = 'mf-x@1'): Promise<Record<string, string> | string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, 'src', name), text)
  const compiler = rspack({
    context: root,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: './src/index.js',
    output: { path: join(root, 'dist'), clean: true, cssFilename: '[name].[contenthash].css' },
    module: { rules: [{ test: /\.css$/, type: 'css/auto' }] },
    plugins: [new ScopedStylesPlugin(container)],
  })
  const stats = await new Promise<Stats | undefined>((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats))),
  )
  await new Promise((resolve) => compiler.close(resolve))
  if (stats?.hasErrors()) return stats.toString({ all: false, errors: true })
  const styles = (await readdir(join(root, 'dist'))).filter((file) => file.endsWith('.css'))
  return Object.fromEntries(
    await Promise.all(styles.map(async (file) => [file, await readFile(join(root, 'dist', file), 'utf8')])),
  )
}

it('limits style sheets, those they import, and CSS modules', async () => {
  const styles = await build({
    'index.js': "import './a.css'; import { card } from './card.module.css'; console.log(card)",
    'a.css': "@import './b.css' layer(base); td { font-size: 31px }",
    'b.css': 'th { animation: spin 1s } @keyframes spin { to { rotate: 1turn } }',
    'card.module.css': '.card { color: red }',
  })
  const [css = ''] = Object.values(styles)
  expect(css).toContain(`td${IN}{font-size:31px}`)
  expect(css).toMatch(/@layer base_mf-x_1\s*\{th:where/)
  expect(css).toContain('@keyframes spin_mf-x_1')
  expect(css).toMatch(/\.[\w-]+:where\(\[data-styles="mf-x@1"\],\[data-styles="mf-x@1"\] \*\)\{color:red\}/)
  expect(css).not.toContain('@import')
})

it('gives the style sheets of two builds different file names', async () => {
  const files = { 'index.js': "import './a.css'", 'a.css': 'td { color: red }' }
  const [first, second] = [await build(files), await build(files, 'mf-x@2')]
  expect(Object.keys(first)).not.toEqual(Object.keys(second))
})

it('fails the build on a rule that would apply to the whole page', async () => {
  const files = { 'index.js': "import './a.css'", 'a.css': '@import "https://fonts.example/a.css";\ntd { color: red }' }
  expect(await build(files)).toContain('is not bundled: copy the file into the project')
})
