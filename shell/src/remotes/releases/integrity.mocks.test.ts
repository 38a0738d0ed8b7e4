import { registerPlugins } from '@module-federation/runtime'
import { expect, it, vi } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { UNHASHED } from '../store'
import { createIntegrityCheck } from './integrity'

vi.mock('@module-federation/runtime')

const { live } = remote('codigos', 2)

const entry = { 'remoteEntry.js': 'sha384-a' }

/** The script that the federation runtime loads an entry with. */
function entryScriptOf(url: string) {
  const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
  return plugin?.createScript?.({ url }) as HTMLScriptElement
}

it('loads an entry with the hash of the registry', () => {
  createIntegrityCheck(true).expect(
    { ...live, preload: ['Tab.js'], integrity: { ...entry, 'Tab.js': 'sha384-b' } },
    './Tab',
  )
  const script = entryScriptOf(live.entry)
  expect([script.src, script.integrity, script.crossOrigin]).toEqual([live.entry, 'sha384-a', 'anonymous'])
})

it.each([
  ['its entry', { preload: ['Tab.js'], integrity: { 'Tab.js': 'sha384-b' } }, live.entry],
  ['a chunk of its tab', { preload: ['Tab.js'], integrity: entry }, new URL('Tab.js', live.entry).href],
])('rejects a release of a signed registry without the hash of %s', (_name, changes, file) => {
  const integrity = createIntegrityCheck(true)
  expect(() => integrity.expect({ ...live, ...changes }, './Tab')).toThrow(
    `The registry has no hash of ${file}: publish it again.`,
  )
})

it.each([
  ['is previewed', true, UNHASHED],
  ['is named by an unsigned registry, as on the dev server', false, {}],
])('loads a build without hashes that %s', (_name, isSigned, integrity) => {
  createIntegrityCheck(isSigned).expect({ ...live, integrity }, './Tab')
  expect(entryScriptOf(live.entry).integrity).toBe('')
})
