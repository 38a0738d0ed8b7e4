import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { expect, it } from 'vitest'
import { Registry } from './registry'
import { HostManifest, Release, ReleaseManifest } from './release'

/** Rules that JSON Schema has no words for, such as that no name is taken twice, stay with {@link Registry}. */
const options = { target: 'draft-2020-12', errorMode: 'ignore' } as const

it.each<[string, JsonSchema]>([
  ['registry', toJsonSchema(Registry, { ...options, definitions: { Release } })],
  ['release', toJsonSchema(ReleaseManifest, options)],
  ['host-release', toJsonSchema(HostManifest, options)],
])('%s.schema.json is what is validated; "npx vitest --root registry -u" writes it anew', async (name, schema) => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../schema/${name}.schema.json`)
})
