import { expect, it } from 'vitest'
import { checkSettings } from './schema'

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more })
const doubled = (index: number) => ({ allOf: [{ $ref: `#/$defs/of${index - 1}` }, { $ref: `#/$defs/of${index - 1}` }] })
const definitions = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`of${index}`, index === 0 ? { type: 'object' } : doubled(index)]),
)

const check = (schema: unknown, values?: unknown[]) => checkSettings(JSON.stringify(schema), values)

it('compiles a schema to a module without eval', async () => {
  const { code } = await check(object({ rows: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': { type: 'integer' } } }))
  expect(code).toContain('export default validate')
  expect(code).not.toMatch(/\beval\(|new Function/)
})

it.each<[string, unknown, string]>([
  ['is no object', true, '#: must be an object'],
  ['has an unknown type', { type: 'objekt' }, 'data/type must be equal to one of the allowed values'],
  ['has an unknown keyword', { type: 'object', requird: [] }, 'unknown keyword: "requird"'],
  [
    'has an unknown format',
    object({ a: { type: 'string', format: 'a' } }),
    'unknown format "a" ignored in schema at path "#/properties/a"',
  ],
  ['has a pattern that is none', object({ a: { type: 'string', pattern: '([' } }), 'Invalid regular expression: /([/u'],
  ['is of another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
  [
    'refers to another site',
    object({ a: { $ref: 'https://a.example/a.json' } }),
    '#/properties/a/$ref: refers to https://a.example',
  ],
  [
    'refers to the metaschema',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    '#/$ref: refers to https://json',
  ],
  ['refers to another file', { $dynamicRef: '../a.json' }, '#/$dynamicRef: refers to ../a.json, outside of the file'],
  ['refers to nothing', { $ref: '#/$defs/a' }, "can't resolve reference #/$defs/a"],
  ['refers to itself', { $ref: '#' }, '#: refers to itself without end'],
  ['is exponential', { $ref: '#/$defs/of29', $defs: definitions }, '#/$defs/of11/allOf: is exponential'],
  [
    'backtracks',
    object({ a: { type: 'string', pattern: '^(a+)+$' } }),
    '#/properties/a/pattern: the pattern "^(a+)+$" backtracks',
  ],
  ['backtracks for marks', object({ a: { type: 'string', pattern: '^(/+)+$' } }), 'the pattern "^(/+)+$" backtracks'],
  [
    'backtracks for names',
    object({}, { patternProperties: { '^(\\w+)*$': {} } }),
    '#/patternProperties: the pattern "^(\\\\w+)*$"',
  ],
])('refuses a schema that %s, in words', async (_name, schema, reason) => {
  await expect(check(schema)).rejects.toThrow(reason)
})

it.each<[string, object]>([
  ['a choice of types', { properties: { rows: { type: ['integer', 'null'], minimum: 1 } } }],
  ['a list of places', { type: 'object', properties: { a: { type: 'array', prefixItems: [{ type: 'string' }] } } }],
  ['annotations', { title: 'A', $comment: 'b', properties: { rows: { default: 1, examples: [2], deprecated: true } } }],
  ['conditions', { anyOf: [{ required: ['a'] }, { maxProperties: 0 }], unevaluatedProperties: false }],
])('accepts %s', async (_name, schema) => {
  expect(await check(schema, [{}])).toMatchObject({ results: [{ urls: [] }] })
})

it('lets a schema refer to itself for an inner value', async () => {
  const tree = object({ inner: { $ref: '#' }, leaf: { type: 'string' } })
  const validated = await check(tree, [{ inner: { inner: { leaf: 1 } } }])
  expect(validated).toMatchObject({
    results: [{ error: { instancePath: '/inner/inner/leaf', message: 'must be string' } }],
  })
})

it('finds the first misfit and the URLs of each value', async () => {
  const url = { type: 'string', format: 'uri' }
  const schema = object(
    { api: url, link: { type: 'string' }, more: { type: 'array', items: url } },
    { required: ['api'] },
  )
  const api = 'https://a.example/api'
  const validated = await check(schema, [{ api, link: 'https://b.example', more: ['https://c.example'] }, {}])
  expect(validated).toMatchObject({
    results: [
      { urls: [api, 'https://c.example'] },
      { urls: [], error: { instancePath: '', message: "must have required property 'api'", schemaPath: '#/required' } },
    ],
  })
})

it('stops at a value that backtracks', async () => {
  const schema = object({ a: { type: 'string', pattern: '^(?:(?:xy)*)*$' } })
  await expect(check(schema, [{ a: `${'xy'.repeat(40)}!` }])).rejects.toThrow(
    /^takes too long for \{"a":"xyxy.*: the schema is exponential, or a pattern backtracks$/,
  )
})
