import { MAX_REMOTES } from '@canje/registry'
import { exampleRelease } from '@canje/registry/testing'
import { expect, it } from 'vitest'
import { registryFull, tabTaken } from './registry'

it('refuses a new remote in a full registry, but not a new release of a listed one', () => {
  const remotes = Array.from({ length: MAX_REMOTES }, (_, index) => ({
    name: `mf-${index}`,
    live: exampleRelease(),
    previous: [],
  }))
  expect(registryFull(remotes.slice(1), 'mf-new')).toEqual([])
  expect(registryFull(remotes, 'mf-0')).toEqual([])
  expect(registryFull(remotes, 'mf-new')).toMatchObject([{ code: 'too-many-remotes' }])
})

it('refuses a slot that another live remote provides, but not one of its own', () => {
  const extensions = [{ slot: 'detalle:usuario', module: './detalle:usuario', preload: [] }]
  const live = exampleRelease({ extensions })
  const remotes = [{ name: 'mf-users', live, previous: [] }]
  expect(tabTaken(remotes, 'mf-users', live)).toEqual([])
  const tab = { id: 'otra', label: 'Otra', order: 9 }
  expect(tabTaken(remotes, 'mf-new', { tab, extensions })).toMatchObject([
    { code: 'slot-taken', message: expect.stringContaining('"detalle:usuario" is taken by mf-users') },
  ])
  const moved = [{ name: 'mf-users', live: exampleRelease(), previous: [live] }]
  expect(tabTaken(moved, 'mf-new', { tab, extensions })).toEqual([])
})
