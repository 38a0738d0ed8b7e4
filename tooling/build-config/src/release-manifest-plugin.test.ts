import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

const root = productionRemotes()
const tab = { id: 'x', label: 'X', order: 1 }
const manifest = (connect: string[]) => JSON.stringify({ name: 'mf-x', version: '1.0.0', canje: { tab, connect } })
const isBuilt = () => existsSync(join(root(), 'dist/release.json'))

it('writes no release.json for a build that fails, and removes an earlier one', async () => {
  await buildRemote(root(), { 'src/Tab.tsx': 'export default 1' })
  expect(isBuilt()).toBe(true)
  await expect(buildRemote(root(), { 'src/Tab.tsx': 'export default' })).rejects.toThrow('src/Tab.tsx')
  expect(isBuilt()).toBe(false)
})

it('names a further origin that no shell would grant', async () => {
  const files = {
    'package.json': manifest(['https://prizes.test', 'https://prizes.test/v1']),
    'src/Tab.tsx': 'export default 1',
  }
  await expect(buildRemote(root(), files)).rejects.toThrow(
    'package.json of mf-x: canje.connect.1: must be an https origin',
  )
  expect(isBuilt()).toBe(false)
})
