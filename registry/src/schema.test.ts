import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { HostManifest } from './host-manifest'
import { MAX_REMOTES, Name } from './limits'
import { Listing } from './listed-remote'
import { LoginConfig } from './login-config'
import { Release, ReleaseManifest } from './release'
import { TrustSettings } from './shell-config'
import { State } from './state'

/** JSON Schema cannot express some rules, such as unique names; only the readers of this package check those. */
const options = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' } as const

/** The rest is up to `readSettings`. */
const JsonSettings = v.union([v.record(v.string(), v.unknown()), v.pipe(v.string(), v.regex(/^settings\/.*\.json$/))])

const ListingWithSettings = v.object({ ...Listing.entries, settings: v.optional(JsonSettings) })

const Config = v.object({
  ...LoginConfig.entries,
  ...TrustSettings.entries,
  remotes: v.pipe(v.record(Name, ListingWithSettings), v.maxEntries(MAX_REMOTES)),
})

it.each<[string, JsonSchema]>([
  ['config', toJsonSchema(Config, { ...options, definitions: { Listing: ListingWithSettings } })],
  ['state', toJsonSchema(State, { ...options, definitions: { Release } })],
  ['release', toJsonSchema(ReleaseManifest, options)],
  ['host-release', toJsonSchema(HostManifest, options)],
])(
  '%s.schema.json matches the validated schema; "npx vitest --root registry -u" regenerates it',
  async (name, schema) => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../schema/${name}.schema.json`)
  },
)
