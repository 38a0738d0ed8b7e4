import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { downloadSize, overBudget } from './budgets'

/** Approximate bytes that gzip adds to incompressible data. */
const GZIP_OVERHEAD = 50

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-budgets-'))
  await mkdir(join(directory, 'dist'))
})

/** Writes incompressible files of the given kilobytes, and texts. */
async function build(sizes: Record<string, number>, texts: Record<string, string>) {
  const files = Object.entries(sizes).map(
    ([path, size]) => [path, randomBytes(Math.max(size * 1000 - GZIP_OVERHEAD, 0))] as const,
  )
  await Promise.all(
    [...files, ...Object.entries(texts)].map(([path, content]) => writeFile(join(directory, 'dist', path), content)),
  )
}
const tab = (entry: number, chunk: number, ...more: string[]) =>
  build(
    { 'remoteEntry.1.js': entry, 'Tab.1.js': chunk, ...Object.fromEntries(more.map((path) => [path, 0])) },
    { 'release.json': JSON.stringify({ entry: 'remoteEntry.1.js', preload: ['Tab.1.js', ...more] }) },
  )

it('names each exceeded limit and its files', async () => {
  await tab(12, 4, 'extra.1.js')
  expect(overBudget({ name: 'mf-new', directory })).toEqual([
    'The entry of mf-new is 12.0 KB (remoteEntry.1.js 12.0); its budget is 10 KB.',
    'The files of mf-new are 16.0 KB (remoteEntry.1.js 12.0, Tab.1.js 4.0, extra.1.js 0.0); their budget is 14 KB.',
  ])
})

it('counts the bytes of style sheets, not the requests', async () => {
  await tab(8, 4, 'a.1.css', 'b.1.css', 'c.1.css')
  expect(overBudget({ name: 'mf-new', directory })).toEqual([])
  await build({ 'a.1.css': 3 }, {})
  expect(overBudget({ name: 'mf-new', directory })).toEqual([
    expect.stringMatching(/^The files of mf-new are 15\.\d KB \(.*a\.1\.css 3\.0, /),
  ])
})

it('leaves out the own copy of shared-ui, and measures it', async () => {
  await build(
    { 'remoteEntry.1.js': 8, 'Tab.1.js': 4, 'shared-ui.1.js': 63 },
    {
      'release.json': JSON.stringify({
        entry: 'remoteEntry.1.js',
        preload: ['Tab.1.js'],
        sharedUi: { key: 'shared-ui@1', files: ['shared-ui.1.js'] },
      }),
    },
  )
  expect(overBudget({ name: 'mf-new', directory })).toEqual([])
  expect(downloadSize(join(directory, 'dist'), ['shared-ui.1.js'])).toBeCloseTo(63, 0)
})

it('takes limits from package.json, and defaults for the others', async () => {
  await tab(9, 8, 'extra.1.js')
  expect(overBudget({ name: 'mf-new', directory, budget: { firstLoad: 18 } })).toEqual([])
  expect(overBudget({ name: 'mf-new', directory, budget: { entry: 8, firstLoad: 18, requests: 2 } })).toEqual([
    expect.stringContaining('The entry of mf-new is 9.0 KB'),
    expect.stringContaining('mf-new takes 3 requests'),
  ])
})

it.each([
  [{ firstLoad: '18' }, /^package.json of mf-new, canje.budget.firstLoad: .*received "18"/],
  [{ entry: 15 }, /^package.json of mf-new, canje.budget.entry: .*received 15/],
  [{ firstload: 18 }, /^package.json of mf-new, canje.budget.firstload: .*received "firstload"/],
])('reports the error in the budget %j', async (budget, message) => {
  await tab(8, 4)
  expect(overBudget({ name: 'mf-new', directory, budget })).toEqual([expect.stringMatching(message)])
})

it('measures the files that each page of the shell loads', async () => {
  const login = '<script defer src="/vendor.1.js"></script><script defer src="/main.1.js"></script>'
  await build(
    { 'vendor.1.js': 180, 'main.1.js': 4, 'tabs.1.js': 92 },
    { 'index.html': login, 'main.html': `${login}<script defer src="/tabs.1.js"></script>` },
  )
  expect(overBudget({ name: 'shell', directory })).toEqual([
    'The scripts of shell/index.html are 184.0 KB (vendor.1.js 180.0, main.1.js 4.0); their budget is 165.4 KB.',
    'The scripts of shell/main.html are 276.0 KB (vendor.1.js 180.0, tabs.1.js 92.0, main.1.js 4.0); their budget is 238.2 KB.',
  ])
})
