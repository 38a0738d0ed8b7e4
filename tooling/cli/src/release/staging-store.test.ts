import { openStore, readRegistry } from '@canje/release-store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStagingStore } from './staging-store'
import { writeHandwritten } from './testing/handwritten-build'
import { openTeam } from './testing/team'

let team: Awaited<ReturnType<typeof openTeam>>

beforeAll(async () => {
  team = await openTeam()
})
afterAll(() => team.close())

it.each([
  ['a probe of its slots', undefined, ['canje-probe', 'mf-codes']],
  ['none in browser tests, whose pages do not get its files', false, ['mf-codes']],
])('lists beside a release %s', async (_what, hasProbe, names) => {
  const dist = await writeHandwritten(team.folder, { tab: 'undefined', slot: 'undefined' })
  const { store, close } = await createStagingStore(dist, team.key, hasProbe)
  const registry = await readRegistry(openStore(store))
  await close()
  expect(registry?.remotes.map(({ name }) => name).sort()).toEqual(names)
})
