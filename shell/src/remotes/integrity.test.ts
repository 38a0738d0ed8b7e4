import { registerPlugins } from '@module-federation/enhanced/runtime'
import { expect, it, vi } from 'vitest'
import { remote } from '../testing/test-shell'
import { expectIntegrity, guardEntries } from './integrity'

vi.mock('@module-federation/enhanced/runtime')

const { live } = remote('codigos', 2)

function scriptOf(url: string) {
  guardEntries()
  const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
  return plugin?.createScript?.({ url }) as { script: HTMLScriptElement; timeout: number }
}

it('has the browser check an entry against the registry, and gives it up before its tab is', () => {
  expectIntegrity({ ...live, integrity: { 'remoteEntry.b.js': 'sha384-a', 'Tab.js': 'sha384-b' } })
  const { script, timeout } = scriptOf(live.entry)
  expect([script.src, script.integrity, script.crossOrigin]).toEqual([live.entry, 'sha384-a', 'anonymous'])
  expect(timeout).toBeLessThan(15_000)
})

it('loads a dev entry, of which no hash is known', () => {
  expectIntegrity({ ...live, integrity: {} })
  expect(scriptOf(live.entry).script.integrity).toBe('')
})
