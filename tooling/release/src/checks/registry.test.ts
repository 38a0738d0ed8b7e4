import { MAX_REMOTES } from '@canje/registry'
import { exampleRelease } from '@canje/registry/testing'
import { expect, it } from 'vitest'
import { registryFull } from './registry'

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
