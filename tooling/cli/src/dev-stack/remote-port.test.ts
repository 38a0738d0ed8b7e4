import { remotePort } from '@canje/build'
import { expect, it } from 'vitest'
import { findRemotes, repositoryOf } from '../project'

it('follows from the name of a remote, so that its preview keeps its origin', () => {
  expect(remotePort({ name: 'mf-codes' }, 3001)).toBe(3137)
  expect(remotePort({ name: 'mf-codes' }, 4001)).toBe(4137)
})

it('is the port of package.json, if any', () => {
  expect(remotePort({ name: 'mf-codes', port: 3500 }, 3001)).toBe(3500)
})

it('is another one for each remote of this repository', () => {
  const remotes = findRemotes(repositoryOf(import.meta.dirname))
  expect(new Set(remotes.map((remote) => remotePort(remote, 3001))).size).toBe(remotes.length)
})
