import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

/** A module above the size from which Rspack splits common modules. */
const CHART = `export const draw = (value: unknown) => console.log('of-chart', value, ${JSON.stringify('x'.repeat(30_000))})`

const root = productionRemotes()

const build = (files: Record<string, string>) => buildRemote(root(), files)
const prints = (text: string, imports = '') => `${imports}\nexport default () => console.log('of-${text}')`

it('makes one chunk of each lazy import, named or not, and one of the copy of shared-ui', async () => {
  const { contents, release } = await build({
    'src/Tab.tsx': prints(
      'tab',
      `import common from './common'; import table from '@canje/shared-ui'; common(); table()
       for (const load of [() => import('./first'), () => import('./second'), () => import(/* webpackChunkName: 'third' */ './third')])
         load().then((part) => part.default())`,
    ),
    'src/first.ts': prints(
      'first',
      "import common from './common'; import table from '@canje/shared-ui'; table(common())",
    ),
    'src/second.ts': prints('second', "import common from './common'; common()"),
    'src/third.ts': prints('third'),
    'src/common.ts': prints('common'),
    'node_modules/@canje/shared-ui/index.ts': prints('table', "import('./details').then((part) => part.default())"),
    'node_modules/@canje/shared-ui/details.ts': prints('details'),
  })
  const texts = Object.values(contents).sort()
  expect(texts).toEqual([
    ['of-common', 'of-tab'],
    ['of-details'],
    ['of-first'],
    ['of-second'],
    ['of-table'],
    ['of-third'],
  ])
  const filesWith = (...wanted: string[]) =>
    Object.keys(contents).filter((file) => wanted.some((text) => contents[file]?.includes(text)))
  expect(release.proposedTab).toEqual({ id: 'x', label: 'X', order: 1 })
  expect(release.sharedUi.files).toEqual(filesWith('of-table'))
  expect(release.preload).toEqual(filesWith('of-tab'))
  expect(release.parts).toEqual(filesWith('of-first', 'of-second', 'of-third').sort())
})

it('shares a large module between lazy imports, but not with the copy of shared-ui', async () => {
  const draws = (text: string) => prints(text, "import { draw } from './chart'; draw(1)")
  const { contents, release } = await build({
    'src/Tab.tsx': prints('tab', "import '@canje/shared-ui'; import('./first'); import('./second')"),
    'src/first.ts': draws('first'),
    'src/second.ts': draws('second'),
    'src/chart.ts': CHART,
    'node_modules/@canje/shared-ui/index.ts': draws('table').replace('./chart', '../../../src/chart'),
  })
  const withChart = Object.entries(contents).filter(([, texts]) => texts.includes('of-chart'))
  expect(withChart.map(([, texts]) => texts).sort()).toEqual([['of-chart'], ['of-chart', 'of-table']])
  expect(release.sharedUi.files).toEqual(withChart.filter(([, { length }]) => length === 2).map(([file]) => file))
  expect(release.parts).toHaveLength(3)
})

it('lets browsers compile the script of a tab while it loads, beside its style sheet', async () => {
  const files = { 'src/tab.css': '.of-style { color: red }', 'src/Tab.tsx': prints('tab', "import './tab.css'") }
  const { release } = await build(files)
  const read = (type: string) => {
    const file = release.preload.find((file: string) => file.endsWith(type))
    return readFile(join(root(), 'dist', file), 'utf8')
  }
  expect(await read('.js')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  expect(await read('.css')).not.toContain('allFunctionsCalledOnLoad')
})
