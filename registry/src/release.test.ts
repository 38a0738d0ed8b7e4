import { expect, it } from 'vitest'
import { containerGlobal, fileAddress } from './release'

it('gives each build a container of its own', () => {
  expect(containerGlobal('mf-codes', { build: 'abc123' })).not.toBe(containerGlobal('mf-codes', { build: 'def456' }))
})

it('finds a file beside the entry', () => {
  const release = { entry: 'https://remotes.example/store/mf-codes/1.2.0/remoteEntry.js' }
  expect(fileAddress(release, 'css/tab.css')).toBe('https://remotes.example/store/mf-codes/1.2.0/css/tab.css')
})
