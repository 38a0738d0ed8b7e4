import { readAuthority, readState } from '@canje/registry'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stageBuild } from './staging'
import { writeHandwritten } from './testing/handwritten-build'
import { openTeam } from './testing/team'

let team: Awaited<ReturnType<typeof openTeam>>

beforeAll(async () => {
  team = await openTeam()
})
afterAll(() => team.close())

it('has a configuration for pages with some of its releases, which accept their states', async () => {
  const proposedTab = { id: 'codigos', label: 'Codigos', order: 2 }
  const dist = await writeHandwritten(team.folder, { tab: 'undefined', slot: 'undefined' }, { proposedTab })
  const { published, probe, neighbour, trust, close } = await stageBuild(dist)
  await close()
  expect(published.tab).toEqual(proposedTab)
  for (const releases of [[published], [neighbour, published, probe]]) {
    const authority = readAuthority(trust(...releases))
    expect(authority.findings).toEqual([])
    expect(authority.remotes.find(({ name }) => name === 'mf-codes')?.slots).toEqual(['detalle:mf-codes'])
    for (const { name, state, release } of releases) {
      const accepted = await readState(state, { storeUrl: 'http://remotes.test', authority, name })
      expect(accepted.remote?.live.version).toBe(release.version)
    }
  }
})
