import { parseRegistry, readAuthority } from '@canje/registry'
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

it('has a configuration for pages with some of its releases, which accept them', async () => {
  const proposedTab = { id: 'codigos', label: 'Codigos', order: 2 }
  const dist = await writeHandwritten(team.folder, { tab: 'undefined', slot: 'undefined' }, { proposedTab })
  const { store, published, probe, neighbour, trust, close } = await createStagingStore(dist)
  const json = (await readRegistry(openStore(store)))?.json
  await close()
  if (!probe) throw new Error('A release with a slot has a probe.')
  expect(published.tab).toEqual(proposedTab)
  for (const releases of [[published], [neighbour, published, probe]]) {
    const authority = readAuthority(trust(...releases))
    expect(authority.findings).toEqual([])
    expect(authority.remotes.find(({ name }) => name === 'mf-codes')?.slots).toEqual(['detalle:mf-codes'])
    const { remotes, findings } = await parseRegistry(json, 'http://remotes.test', authority)
    expect(findings).toEqual([])
    expect(remotes.map(({ name }) => name).sort()).toEqual(releases.map(({ name }) => name).sort())
  }
})
