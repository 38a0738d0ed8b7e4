import { syncBuiltinESMExports } from 'node:module'
import vm from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { compileSettings } from './schema'

/** What never ends need not be waited for: a tenth of the limit. */
function shortenLimit() {
  const { runInNewContext } = vm
  vi.spyOn(vm, 'runInNewContext').mockImplementation((code, context, options) =>
    runInNewContext(code, context, { timeout: Object(options).timeout / 10 }),
  )
  syncBuiltinESMExports()
}
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more })
const doubled = (index: number) => ({ allOf: [{ $ref: `#/$defs/of${index - 1}` }, { $ref: `#/$defs/of${index - 1}` }] })
const definitionsOf = (type: string) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`of${index}`, index === 0 ? { type } : doubled(index)]))
const definitions = definitionsOf('object')
const inProperties = JSON.parse(JSON.stringify(definitions).replaceAll('$defs', 'properties'))

const compile = (schema: unknown) => compileSettings(JSON.stringify(schema))

it('compiles a schema to a module without eval', () => {
  const { code } = compile(object({ rows: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': { type: 'integer' } } }))
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
    "can't resolve reference https://a.example/a.json",
  ],
  ['refers to another file', object({ a: { $ref: '../a.json' } }), "can't resolve reference ../a.json"],
  ['refers to another file by an anchor', { $dynamicRef: '../a.json' }, '"$dynamicRef" only supports hash fragment'],
  ['refers to nothing', { $ref: '#/$defs/a' }, "can't resolve reference #/$defs/a"],
  ['refers to itself', { $ref: '#' }, '#: refers to itself without end'],
  ['is a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, '#: refers to itself without end'],
  ['has an $id that is no text', { $id: 7 }, 'schema is invalid: data/$id must be string'],
  ['is exponential', { $ref: '#/$defs/of29', $defs: definitions }, '#: is exponential'],
  [
    'is exponential for a text',
    object({ a: { $ref: '#/$defs/of29' } }, { $id: 'https://a.example/a.json', $defs: definitionsOf('string') }),
    'is exponential',
  ],
  ['is exponential within a setting', object(inProperties), 'is exponential'],
  ['validates by promises', { $async: true }, 'unknown keyword: "$async"'],
])('refuses a schema that %s, in words', (_name, schema, reason) => {
  shortenLimit()
  expect(() => compile(schema)).toThrow(reason)
})

const string = (pattern: string) => object({ a: { type: 'string', pattern } })

// By one and by two of its characters, by many of them, and by the end of the text.
it.each(['^(/+)+$', '^(?:(?:xy)*)*$', '^(.*?,){11}P', '^([^"]+|"[^"]*")*$'])(
  'refuses the pattern %s, which backtracks',
  (pattern) => {
    shortenLimit()
    expect(() => compile(string(pattern))).toThrow(`the pattern ${JSON.stringify(pattern)} backtracks`)
  },
)

it('refuses names by a pattern that backtracks, for a character that is not in it', () => {
  shortenLimit()
  const schema = object({}, { patternProperties: { '^(\\d+)*$': {} } })
  expect(() => compile(schema)).toThrow('the pattern "^(\\\\d+)*$" backtracks')
})

it.each([
  ...['^[a-z]+$', '^https://[a-z0-9-]+(\\.[a-z0-9-]+)*(:\\d+)?$', '^([a-z]+,)*[a-z]+$', '^\\s*[a-z]+\\s*$', '.+@.+'],
  ...[
    '^[-+]?\\d*\\.?\\d+$',
    '^(?<digit>\\d)\\k<digit>$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?!.*--)[a-z-]+$',
    '.*a.*b.*',
  ],
])('accepts the pattern %s', (pattern) => {
  expect(compile(string(pattern)).code).toContain(JSON.stringify(pattern))
})

it.each<[string, object]>([
  ['a choice of types', { properties: { rows: { type: ['integer', 'null'], minimum: 1 } } }],
  ['a list of places', { type: 'object', properties: { a: { type: 'array', prefixItems: [{ type: 'string' }] } } }],
  ['annotations', { title: 'A', $comment: 'b', properties: { rows: { default: 1, examples: [2], deprecated: true } } }],
  ['a dynamic anchor', { $dynamicAnchor: 'a', properties: { in: { $dynamicRef: '#a' } } }],
  ['conditions', { anyOf: [{ required: ['a'] }, { maxProperties: 0 }], unevaluatedProperties: false }],
])('accepts %s', (_name, schema) => {
  expect(compile(schema).urlsIn({})).toEqual([])
})

it('lets a schema refer to itself for an inner value', () => {
  const { urlsIn } = compile(object({ inner: { $ref: '#' }, leaf: { type: 'string' } }))
  expect(() => urlsIn({ inner: { inner: { leaf: 1 } } })).toThrow('/inner/inner/leaf must be string (')
})

it('finds the first misfit and the URLs of each value', () => {
  const url = { type: 'string', format: 'uri' }
  const schema = object(
    { api: url, link: { type: 'string' }, either: { anyOf: [url, {}] }, more: { type: 'array', items: url } },
    { required: ['api'] },
  )
  const api = 'https://a.example/api'
  const { urlsIn } = compile(schema)
  expect(urlsIn({ api, link: 'https://b.example', more: ['https://c.example'] })).toEqual([api, 'https://c.example'])
  expect(urlsIn({ api, either: 'a b' })).toEqual([api])
  expect(() => urlsIn({})).toThrow(`/ must have required property 'api' (#/required {"missingProperty":"api"})`)
  expect(() => urlsIn({ api: 'a b' })).toThrow('/api must match format "uri" (#/properties/api/format ')
})

it('stops at a value that backtracks', () => {
  shortenLimit()
  const { urlsIn } = compile(string('^(?:(?:xyz)*)*$'))
  expect(() => urlsIn({ a: `${'xyz'.repeat(40)}!` })).toThrow(
    /^takes too long for \{"a":"xyzxyz.*: the schema is exponential, or a pattern backtracks$/,
  )
})
