import { readAuthority, readState, stateUrl } from '@canje/registry'
import { expect, it, onTestFinished } from 'vitest'
import type { Package } from '../project'
import { createDevStore, devReleases } from './dev-store'
import { listen } from './http-server'

const users: Package = {
  name: 'mf-users',
  version: '1.0.0',
  directory: '/mf-users',
  tab: { id: 'usuarios', label: 'Usuarios', order: 1 },
  slots: ['detalle:usuario'],
  connect: ['https://maps.test'],
}

it('signs and names the dev server of each remote, with the listing that its package.json proposes', async () => {
  const { states, trust } = await devReleases(new Map([[users, 3101]]))
  const server = createDevStore(states, ['localhost'])
  onTestFinished(() => server.close())
  const storeUrl = await listen(server, 0)
  const authority = readAuthority(trust)
  const { name, tab, slots, connect } = users
  const json = await (await fetch(stateUrl(storeUrl, name))).json()
  expect(await readState(json, { storeUrl, authority, name })).toMatchObject({
    remote: {
      live: {
        entry: 'http://localhost:3101/remoteEntry.js',
        extensions: [{ slot: 'detalle:usuario' }],
      },
    },
  })
  expect(authority.remotes).toMatchObject([{ name, tab, slots, connect }])
})

it('is accepted by a browser that has the states of an earlier start', async () => {
  const start = () => devReleases(new Map([[users, 3101]]))
  const earlier = (await start()).states.map(({ n }) => n)
  await expect.poll(async () => (await start()).states[0]?.n).toBeGreaterThan(earlier[0] ?? 0)
})

it('refuses remotes that the menu cannot show together', async () => {
  const other = { ...users, name: 'mf-others', tab: { id: 'otros', label: 'Otros', order: 2 } }
  const remotes = new Map([users, other].map((remote, index) => [remote, 3101 + index]))
  await expect(devReleases(remotes)).rejects.toThrow('"detalle:usuario" looks like that of mf-users')
})
