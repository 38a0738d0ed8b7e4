import { expect, it } from 'vitest'
import { containerGlobal, fileUrl } from './release'

it('gives each build a container of its own', () => {
  expect(containerGlobal('mf-codes', { build: 'abc123' })).not.toBe(containerGlobal('mf-codes', { build: 'def456' }))
})

it('resolves the URL of a file relative to the entry', () => {
  const release = { entry: 'https://remotes.example/store/mf-codes/1.2.0/remoteEntry.js' }
  expect(fileUrl(release, 'css/tab.css')).toBe('https://remotes.example/store/mf-codes/1.2.0/css/tab.css')
})
