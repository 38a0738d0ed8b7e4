import { parseRegistry } from '@canje/registry'
import { expect, it } from 'vitest'
import type { Package } from '../project'
import { createDevRegistry } from './dev-registry'
import { listen } from './http-server'

const users: Package = {
  name: 'mf-users',
  version: '1.0.0',
  directory: '/mf-users',
  tab: { id: 'usuarios', label: 'Usuarios', order: 1 },
  slots: ['detalle:usuario'],
}

it('names the dev server of each remote, and the slots that it provides', async () => {
  const server = await createDevRegistry(new Map([[users, 3101]]), ['localhost'])
  const url = `${await listen(server, 0)}/registry.json`
  const { remotes, findings } = parseRegistry(await (await fetch(url)).json(), url)
  await server.close()
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
})

it('refuses remotes that provide the same slot', async () => {
  const other = { ...users, name: 'mf-others', tab: { id: 'otros', label: 'Otros', order: 2 } }
  const remotes = new Map([users, other].map((remote, index) => [remote, 3101 + index]))
  await expect(createDevRegistry(remotes, ['localhost'])).rejects.toThrow('must not provide a slot twice')
})
