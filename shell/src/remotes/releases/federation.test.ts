import { join } from 'node:path'
import { sharedDependencies } from '@canje/build'
import { VERSIONS_OF_RANGES } from '@canje/registry/testing'
import { createInstance, getInstance } from '@module-federation/runtime'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { sharedModules, startFederation } from './federation'
import { asOtherShellError, OtherShellError } from './other-shell'

const SHELL = join(import.meta.dirname, '../../..')

it('has modules for exactly the keys of sharedDependencies', () => {
  expect(Object.keys(sharedModules)).toEqual(Object.keys(sharedDependencies(SHELL)))
  for (const [shareKey, modules] of Object.entries(sharedModules)) {
    const isPrefix = shareKey.endsWith('/')
    const matches = (request: string) => (isPrefix ? request.startsWith(shareKey) : request === shareKey)
    expect(Object.keys(modules).every(matches)).toBe(true)
  }
})

it("shares the shell's own modules with their versions and rules", async () => {
  startFederation()
  const shared = getInstance()?.options.shared ?? {}
  const [react] = shared.react ?? []
  expect(react).toMatchObject({
    version: '19.9.9',
    shareConfig: { singleton: true, strictVersion: true, requiredVersion: '^19.3.0' },
    strategy: 'loaded-first',
  })
  expect((await react?.get())?.()).toMatchObject({ useState })
  expect((await shared['react/jsx-runtime']?.[0]?.get())?.()).toHaveProperty('jsx')
})

it('shares shared-ui under its content key, and not as a singleton', () => {
  startFederation()
  const [sharedUi] = getInstance()?.options.shared['shared-ui@content'] ?? []
  expect(sharedUi).toMatchObject({ version: '1.0.0', shareConfig: { singleton: false, requiredVersion: '1.0.0' } })
})

it('provides its runtime core to every remote', () => {
  startFederation()
  expect(Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE')).toHaveProperty('ModuleFederation')
})

it.each(Object.entries(VERSIONS_OF_RANGES))(
  'shares versions in %s, as the checks of releases do',
  (range, versions) => {
    const isShared = (version: string) => {
      const shareConfig = { requiredVersion: range, singleton: true, strictVersion: true }
      const shared = { contract: { version, shareConfig, lib: () => 'contract' } }
      const shell = createInstance({ name: `shell ${version}`, remotes: [], shared })
      try {
        return shell.loadShareSync('contract', { customShareInfo: { shareConfig } })() === 'contract'
      } catch (error) {
        expect(asOtherShellError(error)).toBeInstanceOf(OtherShellError)
        return false
      }
    }
    const { inside, outside } = versions
    expect([...inside, ...outside.filter(Boolean)].filter(isShared)).toEqual(inside)
  },
)
