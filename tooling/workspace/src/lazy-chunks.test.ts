import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/project'
import { expect, it } from 'vitest'
import { ROOT } from './workspace'

it('downloads only the sources of Historial when it opens', { timeout: 120_000 }, async () => {
  const codes = join(ROOT, 'mf-codes')
  await buildOutOfDate([readPackage(codes)], new AbortController().signal)
  const dist = join(codes, 'dist')
  const { parts } = JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8'))
  const maps = readdirSync(dist).filter((file) => parts.includes(file.replace(/\.map$/, '')) && file.endsWith('.map'))
  const sources = maps.map((map) =>
    JSON.parse(readFileSync(join(dist, map), 'utf8'))
      .sources.map(withoutContainer)
      .sort(),
  )
  expect(sources).toEqual([['./src/History.tsx', './src/api/select-staff-events.ts']])
})

/** `./src/Tab.tsx` of `webpack://mf-codes@0123456789ab/./src/Tab.tsx`. */
function withoutContainer(source: string): string {
  return source.replace(/^webpack:\/\/[^/]+\//, '')
}
