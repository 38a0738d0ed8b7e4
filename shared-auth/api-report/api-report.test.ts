// @vitest-environment node
import { expect, it } from 'vitest'
import { versionFinding } from './changes'
import { currentApi, lastRelease } from './release'

it('finds that the version of shared-auth matches its changes since the last release', () => {
  const api = currentApi()
  expect(versionFinding(lastRelease(), api)).toBeUndefined()
  expect(api.report).toContain('export function isLoggedIn(): boolean;')
  // Not exported, but used by what is.
  expect(api.report).toContain('interface Closable {')
  expect(api.report).not.toContain('endSession')
})
