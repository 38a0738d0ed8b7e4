import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

const root = productionRemotes()
const isBuilt = () => existsSync(join(root(), 'dist/release.json'))

it('writes no release.json for a build that fails, and removes an earlier one', async () => {
  await buildRemote(root(), { 'src/Tab.tsx': 'export default 1' })
  expect(isBuilt()).toBe(true)
  await expect(buildRemote(root(), { 'src/Tab.tsx': 'export default' })).rejects.toThrow('src/Tab.tsx')
  expect(isBuilt()).toBe(false)
})
