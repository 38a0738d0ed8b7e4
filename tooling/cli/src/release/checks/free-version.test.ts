import { openStore, withdraw } from '@canje/release-store'
import { beforeEach, expect, it } from 'vitest'
import { openTeam } from '../testing/team'
import { checkVersionIsFree } from './free-version'

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
})

it('lets an interrupted publication of the same build be repeated, until a later change has superseded it', async () => {
  const check = (version: string, build: string) =>
    checkVersionIsFree(openStore(team.store), { name: 'mf-codes', version }, build, {})
  expect(await check('2.0.0', 'b2.0.0')).toEqual([])
  await team.copy('2.0.0')
  expect(await check('2.0.0', 'b2.0.0')).toEqual([])
  expect(await check('2.0.0', 'other')).toMatchObject([{ code: 'version-exists' }])
  await team.addLive('2.0.0')
  expect(await check('2.0.0', 'b2.0.0')).toEqual([])
  await team.addLive('2.1.0')
  expect(await check('2.0.0', 'b2.0.0')).toMatchObject([{ code: 'version-exists' }])
})

it('refuses the same build of a withdrawn version', async () => {
  for (const version of ['1.0.0', '1.1.0']) await team.addLive(version)
  const store = openStore(team.store)
  await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, team.key)
  const findings = await checkVersionIsFree(store, { name: 'mf-codes', version: '1.1.0' }, 'b1.1.0', {})
  expect(findings).toMatchObject([{ code: 'version-withdrawn' }])
})
