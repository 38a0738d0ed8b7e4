import { expect, it } from 'vitest'
import { compileSchema, validateSettings } from './schema'

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more })
const doubled = (index: number) => ({ allOf: [{ $ref: `#/$defs/of${index - 1}` }, { $ref: `#/$defs/of${index - 1}` }] })
const definitions = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`of${index}`, index === 0 ? { type: 'object' } : doubled(index)]),
)

it('compiles a schema to a module without eval', async () => {
  const compiled = await compileSchema(
    object({ rows: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': { type: 'integer' } } }),
  )
  expect(compiled).toEqual({ code: expect.stringContaining('export default validate') })
  expect(JSON.stringify(compiled)).not.toMatch(/\beval\(|new Function/)
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
  [
    'refers to another file',
    { $dynamicRef: '../a.json' },
    '#/$dynamicRef: refers to ../a.json, and may refer to places in its',
  ],
  ['refers to nothing', { $ref: '#/$defs/a' }, '#/$ref: refers to #/$defs/a, which does not exist'],
  ['refers to itself', { $ref: '#' }, '#: it refers to itself without end'],
  ['is exponential', { $ref: '#/$defs/of29', $defs: definitions }, '#/$defs/of11/allOf: is exponential'],
  [
    'backtracks',
    object({ a: { type: 'string', pattern: '^(a+)+$' } }),
    '#/properties/a/pattern: the pattern "^(a+)+$" takes too long',
  ],
  [
    'backtracks for names',
    object({}, { patternProperties: { '^(\\w+)*$': {} } }),
    '#/patternProperties: the pattern "^(\\\\w+)*$"',
  ],
])('refuses a schema that %s, in words', async (_name, schema, reason) => {
  expect((await compileSchema(schema)).fault).toContain(reason)
  expect((await validateSettings(schema, [{}])).fault).toContain(reason)
})

it('lets a schema refer to itself for an inner value', async () => {
  const tree = object({ inner: { $ref: '#' }, leaf: { type: 'string' } })
  const validated = await validateSettings(tree, [{ inner: { inner: { leaf: 1 } } }])
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
  const validated = await validateSettings(schema, [
    { api, link: 'https://b.example', more: ['https://c.example'] },
    {},
  ])
  expect(validated).toMatchObject({
    results: [
      { urls: [api, 'https://c.example'] },
      { urls: [], error: { instancePath: '', message: "must have required property 'api'", schemaPath: '#/required' } },
    ],
  })
})

it('stops at a value that takes too long', async () => {
  const schema = object({ a: { type: 'string', pattern: '^(?:(?:xy)*)*$' } })
  const { fault } = await validateSettings(schema, [{ a: `${'xy'.repeat(40)}!` }])
  expect(fault).toMatch(/^it takes too long for \{"a":"xyxy.*: it is exponential, or a pattern backtracks$/)
})
