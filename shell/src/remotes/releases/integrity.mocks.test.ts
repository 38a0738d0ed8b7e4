import { registerPlugins } from '@module-federation/runtime'
import { afterEach, expect, it, vi } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { UNHASHED } from '../store'
import { createIntegrityCheck } from './integrity'

vi.mock('@module-federation/runtime')

const { live } = remote('codigos')

const entry = { 'remoteEntry.js': 'sha384-a' }

afterEach(() => vi.unstubAllEnvs())

/** The script that the federation runtime loads an entry with. */
function entryScriptOf(url: string) {
  const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
  return plugin?.createScript?.({ url }) as HTMLScriptElement
}

it('loads an entry with the hash of the state', () => {
  createIntegrityCheck()({ ...live, preload: ['Tab.js'], integrity: { ...entry, 'Tab.js': 'sha384-b' } }, './Tab')
  const script = entryScriptOf(live.entry)
  expect([script.src, script.integrity, script.crossOrigin]).toEqual([live.entry, 'sha384-a', 'anonymous'])
})

it.each([
  ['its entry', { preload: ['Tab.js'], integrity: { 'Tab.js': 'sha384-b' } }, live.entry],
  ['a chunk of its tab', { preload: ['Tab.js'], integrity: entry }, new URL('Tab.js', live.entry).href],
])('rejects a release without the hash of %s', (_name, changes, file) => {
  const expectHash = createIntegrityCheck()
  expect(() => expectHash({ ...live, ...changes }, './Tab')).toThrow(
    `The state has no hash of ${file}: publish it again.`,
  )
})

it.each([
  ['is previewed', 'production', UNHASHED],
  ['is of the dev server', 'development', {}],
])('loads a build without hashes that %s', (_name, mode, integrity) => {
  vi.stubEnv('NODE_ENV', mode)
  createIntegrityCheck()({ ...live, integrity }, './Tab')
  expect(entryScriptOf(live.entry).integrity).toBe('')
})
