import { parseRegistry, readAuthority, registryUrl } from '@canje/registry'
import { expect, it, onTestFinished } from 'vitest'
import type { Package } from '../project'
import { createDevRegistry, devReleases } from './dev-registry'
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
  const { registry, trust } = await devReleases(new Map([[users, 3101]]))
  const server = createDevRegistry(registry, ['localhost'])
  onTestFinished(() => server.close())
  const storeUrl = await listen(server, 0)
  const authority = readAuthority(trust)
  const json = await (await fetch(registryUrl(storeUrl))).json()
  const { remotes, findings } = await parseRegistry(json, storeUrl, authority)
  expect(findings).toEqual([])
  expect(remotes).toMatchObject([
    {
      name: 'mf-users',
      live: {
        entry: 'http://localhost:3101/remoteEntry.js',
        extensions: [{ slot: 'detalle:usuario', module: './detalle:usuario' }],
      },
    },
  ])
  const { name, tab, slots, connect } = users
  expect(authority.remotes).toMatchObject([{ name, tab, slots, connect }])
})

it('refuses remotes that the menu cannot show together', async () => {
  const other = { ...users, name: 'mf-others', tab: { id: 'otros', label: 'Otros', order: 2 } }
  const remotes = new Map([users, other].map((remote, index) => [remote, 3101 + index]))
  await expect(devReleases(remotes)).rejects.toThrow('"detalle:usuario" looks like that of mf-users')
})
