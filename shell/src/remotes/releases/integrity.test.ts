import { registerPlugins } from '@module-federation/enhanced/runtime'
import { expect, it, vi } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { UNHASHED } from '../store'
import { createIntegrityCheck } from './integrity'

vi.mock('@module-federation/enhanced/runtime')

const { live } = remote('codigos', 2)

const entry = { 'remoteEntry.b.js': 'sha384-a' }

/** What the federation runtime is given to load an entry. */
function entryScriptOf(url: string) {
  const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
  return plugin?.createScript?.({ url }) as { script: HTMLScriptElement; timeout: number }
}

it('has the browser check an entry against the registry, and gives it up before its tab is', () => {
  createIntegrityCheck(true).expect({ ...live, preload: ['Tab.js'], integrity: { ...entry, 'Tab.js': 'sha384-b' } })
  const { script, timeout } = entryScriptOf(live.entry)
  expect([script.src, script.integrity, script.crossOrigin]).toEqual([live.entry, 'sha384-a', 'anonymous'])
  expect(timeout).toBeLessThan(15_000)
})

it.each([
  ['its entry', { preload: ['Tab.js'], integrity: { 'Tab.js': 'sha384-b' } }, live.entry],
  ['a chunk of its tab', { preload: ['Tab.js'], integrity: entry }, new URL('Tab.js', live.entry).href],
])('refuses a release of a signed registry that has no hash of %s', (_name, changes, file) => {
  const integrity = createIntegrityCheck(true)
  expect(() => integrity.expect({ ...live, ...changes })).toThrow(
    `The registry has no hash of ${file}: publish it anew.`,
  )
})

it.each([
  ['is previewed', true, UNHASHED],
  ['is named by a registry that is not signed, such as the dev server has', false, {}],
])('loads a build without hashes that %s', (_name, isSigned, integrity) => {
  createIntegrityCheck(isSigned).expect({ ...live, integrity })
  expect(entryScriptOf(live.entry).script.integrity).toBe('')
})
