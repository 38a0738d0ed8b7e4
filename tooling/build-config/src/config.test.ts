import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

const root = productionRemotes()

it.each(['@canje/shared-auth/host', '../node_modules/@canje/shared-auth/src/host'])(
  'refuses a remote that imports %s, which starts and ends sessions',
  async (request) => {
    const build = buildRemote(root(), {
      'src/Tab.tsx': `import * as host from '${request}'\nexport default () => host`,
    })
    await expect(build).rejects.toThrow(/src\/Tab\.tsx cannot import .*\/host: only the shell starts and ends sessions/)
  },
)

const schema = {
  type: 'object',
  properties: { rows: { type: 'integer' }, text: { type: 'string', maxLength: 9 } },
  required: ['rows'],
}
const withSettings = (text: string, settings: unknown = './settings.schema.json') => ({
  'package.json': JSON.stringify({
    name: 'mf-x',
    version: '1.0.0',
    canje: { tab: { id: 'x', label: 'X', order: 1 }, settings },
  }),
  'src/Tab.tsx': "import type { Settings } from '../settings.schema'\nexport default (_: Settings) => 'of-tab'",
  'settings.schema.json': text,
})

it('exposes a module that validates settings, ships their schema, and writes their types', async () => {
  const { release } = await buildRemote(root(), withSettings(JSON.stringify(schema)))
  expect(release.settings).toBe('settings.schema.json')
  const [chunk, ...others] = release.preload
  expect(chunk).toMatch(/^settings\.[0-9a-f]+\.js$/)
  expect(others).toEqual([expect.stringMatching(/^Tab\./)])
  const fileOf = (path: string) => readFileSync(join(root(), 'dist', path), 'utf8')
  expect(JSON.parse(fileOf(release.settings))).toEqual(schema)
  expect(fileOf(chunk)).not.toMatch(/new Function|\beval\(/)
  expect(readFileSync(join(root(), 'settings.schema.d.ts'), 'utf8')).toMatch(
    /export interface Settings {\s+rows: number\s/,
  )
})

it.each([
  ['{', /settings\.schema\.json.*Expected property name(?!.*:\d+:\d)/s],
  ['{ "$ref": "https://json-schema.org/draft/2020-12/schema" }', /https:.*: write each \$ref as "#(?!.*:\d+:\d)/s],
  ['{ "items": { "minItems": 2, "maxItems": 1 } }', /settings\.schema\.json(?!.*write each)/s],
  ['{ "$id": "x:a", "$ref": "x:a#/$defs/b", "$defs": { "b": {} } }', /x:a.*: write each \$ref as "#(?!.*:\d+:\d)/s],
])('refuses the schema %s of settings', async (text, reason) => {
  await expect(buildRemote(root(), withSettings(text))).rejects.toThrow(reason)
})

it.each([{}, '', 'settings.schema.json', './settings'])('refuses %j as the file of the schema', async (file) => {
  const build = buildRemote(root(), withSettings('{}', file))
  await expect(build).rejects.toThrow('package.json: canje.settings must be a file such as "./settings.schema.json".')
})
