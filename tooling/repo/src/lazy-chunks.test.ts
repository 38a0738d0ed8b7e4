import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED_OF_CONTRACT } from '@canje/build'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { beforeAll, expect, it } from 'vitest'
import { ROOT } from './workspace'

const CODES = join(ROOT, 'mf-codes')

/** The sources of the scripts of mf-codes, such as `./src/Tab.tsx`. */
const sources = new Map<string, string[]>()
let parts: string[]

beforeAll(async () => {
  await buildOutOfDate([readPackage(CODES)], new AbortController().signal)
  const text = (file: string) => readFileSync(join(CODES, 'dist', file), 'utf8')
  for (const file of readdirSync(join(CODES, 'dist')).filter((name) => name.endsWith('.js'))) {
    const paths: string[] = JSON.parse(text(`${file}.map`)).sources
    const ofModules = paths.map((path) => path.replace(/^webpack:\/\/[^/]+\//, ''))
    sources.set(file, ofModules.sort())
  }
  parts = JSON.parse(text('release.json')).parts
})

it('downloads only the sources of Historial, of the deletion of many codes and of a pasted list when they open', () => {
  const ofHistory = ['ActionCodes.tsx', 'event-log.ts', 'staff-events.ts']
  expect(new Set(parts.map((file) => sources.get(file)))).toEqual(
    new Set([
      ['./src/History.tsx', ...ofHistory.map((file) => `./src/history/${file}`)],
      ['./src/delete-many.ts', './src/history/staff-events.ts'],
      ['./src/pasted-codes.ts'],
    ]),
  )
})

it('counts the files of the contract that shared-ui bundles in its key', () => {
  const ofTab = ['Tab.', 'remoteEntry.']
  const copy = [...sources].filter(([file]) => !parts.includes(file) && !ofTab.some((start) => file.startsWith(start)))
  const ofContract = copy.flatMap(([, paths]) =>
    paths.flatMap((path) => /shared-auth\/src\/(.+)\.ts$/.exec(path)?.[1] ?? []),
  )
  expect([...new Set(ofContract)].sort()).toEqual(BUNDLED_OF_CONTRACT)
})
