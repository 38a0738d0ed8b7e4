import { READ_PATH as readPathOfContract } from '@canje/shared-auth/requests'
import { expect, it } from 'vitest'
import { containerGlobal, fileUrl, READ_PATH } from './release'

it('gives each build a container of its own', () => {
  expect(containerGlobal('mf-codes', { build: 'abc123' })).not.toBe(containerGlobal('mf-codes', { build: 'def456' }))
})

it('resolves the URL of a file relative to the entry', () => {
  const release = { entry: 'https://remotes.example/store/mf-codes/1.2.0/remoteEntry.js' }
  expect(fileUrl(release, 'css/tab.css')).toBe('https://remotes.example/store/mf-codes/1.2.0/css/tab.css')
})

it('allows the read-only requests of the contract', () => {
  expect(READ_PATH).toEqual(readPathOfContract)
})
