import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { expect, it } from 'vitest'
import { HostManifest } from './host-manifest'
import { Release, ReleaseManifest } from './release'
import { SignedRegistry } from './signed-registry'
import { Registry } from './strict-registry'

/** JSON Schema cannot express some rules, such as unique names; only {@link Registry} checks those. */
const options = { target: 'draft-2020-12', errorMode: 'ignore' } as const

it.each<[string, JsonSchema]>([
  ['registry', toJsonSchema(Registry, { ...options, definitions: { Release } })],
  ['signed-registry', toJsonSchema(SignedRegistry, { ...options, definitions: { Release } })],
  ['release', toJsonSchema(ReleaseManifest, options)],
  ['host-release', toJsonSchema(HostManifest, options)],
])(
  '%s.schema.json matches the validated schema; "npx vitest --root registry -u" regenerates it',
  async (name, schema) => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../schema/${name}.schema.json`)
  },
)
