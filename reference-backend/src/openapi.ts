import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { parse } from 'yaml'

const DOCUMENT = new URL('../openapi.yaml', import.meta.url)

const Words = v.object({
  description: v.optional(v.string(), ''),
  'x-decision': v.optional(v.string()),
  'x-key': v.optional(v.string()),
})
const JsonSchema = v.looseObject({
  ...Words.entries,
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  items: v.optional(v.unknown()),
})
type JsonSchema = v.InferOutput<typeof JsonSchema>
const Response = v.object({ content: v.object({ 'application/json': v.object({ schema: JsonSchema }) }) })
const Requirement = v.record(v.string(), v.unknown())
const Header = v.object({ 'x-decision': v.optional(v.string()), 'x-feature': v.optional(v.string()) })
const Operation = v.object({
  'x-decision': v.optional(v.string(), 'D1'),
  'x-feature': v.optional(v.string()),
  security: v.optional(v.array(Requirement)),
  parameters: v.optional(v.array(v.object({ name: v.string(), in: v.string(), ...Header.entries })), []),
  requestBody: v.optional(v.unknown()),
  responses: v.objectWithRest({ 200: Response, default: Response }, Response),
})
const Servers = v.array(v.object({ description: v.picklist(['security service', 'info API']) }))
const Path = v.object({ servers: v.optional(Servers), get: v.optional(Operation), post: v.optional(Operation) })
const Document = v.object({
  servers: Servers,
  security: v.array(Requirement),
  paths: v.record(v.string(), Path),
  components: v.object({
    securitySchemes: v.record(v.string(), Header),
  }),
})

/** A difference of a value from its schema. */
export interface Difference {
  /** The field of the value; undefined for the value itself. */
  field: string | undefined
  isMissing: boolean
  /** What is sent in place of the field, in words. */
  expected: string
  decision: string | undefined
}

/** A part of a response in the document. */
interface Schema {
  /** What is sent, in words. */
  expected: string
  /** The field that differs in each row of a list. */
  key: string | undefined
  /** Differences of a JSON value, at most one for each field. */
  differences(value: unknown): Difference[]
}

/** A request of the two services. */
export interface Operation {
  /** Its path, relative to the base URL of its services. */
  path: string
  method: 'GET' | 'POST'
  services: ('security' | 'info')[]
  /** Number of the decision behind it (docs/decisions.md), such as `D6`. */
  decision: string
  /** The feature that it belongs to (D27, optional features); undefined for a specified request. */
  feature: string | undefined
  /** Headers that a page sends with it beyond those that CORS always allows, in lower case. */
  headers: { name: string; feature: string | undefined; decision: string | undefined }[]
  /** The whole body of a response. */
  response(status: number): Schema
  /** The payload of a successful response, without its envelope (D1, envelope). */
  payload: Schema
  /** A row of the payload; undefined if that is no list. */
  row: Schema | undefined
}

/** The description of both services. */
export interface OpenApi {
  operations: Operation[]
  /** The features beyond the specification (D27, optional features). */
  features: string[]
}

/**
 * Reads the OpenAPI document of the two services.
 *
 * @param text in YAML; `openapi.yaml` by default
 * @throws ValiError when it is another document
 */
export function readOpenApi(text = readFileSync(DOCUMENT, 'utf8')): OpenApi {
  const content: unknown = parse(text)
  const document = v.parse(Document, withoutReferences(content, content))
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })

  function schemaOf(schema: JsonSchema): Schema {
    const differences = (value: unknown) => {
      // Compiled on demand, once: few operations need all of their schemas.
      const validate = ajv.compile(schema)
      return validate(value) ? [] : differencesOf(validate.errors ?? [])
    }
    return { expected: schema.description, key: schema['x-key'], differences }
  }

  function operationOf(path: string, method: 'GET' | 'POST', operation: v.InferOutput<typeof Operation>): Operation {
    const { responses, parameters, security = document.security } = operation
    const servers = document.paths[path]?.servers ?? document.servers
    const payload = payloadOf(schemaIn(responses[200]))
    const schemes = security.flatMap((requirement) => Object.keys(requirement))
    return {
      path: path.slice(1),
      method,
      services: servers.map(({ description }) => (description === 'info API' ? 'info' : 'security')),
      decision: operation['x-decision'],
      feature: operation['x-feature'],
      headers: [
        ...schemes.map((name) => headerOf('authorization', document.components.securitySchemes[name])),
        ...(operation.requestBody ? [headerOf('content-type')] : []),
        ...parameters
          .filter((parameter) => parameter.in === 'header')
          .map((parameter) => headerOf(parameter.name, parameter)),
      ],
      response: (status) => schemaOf(schemaIn(responses[String(status)] ?? responses.default)),
      payload: schemaOf(payload),
      row: payload.items === undefined ? undefined : schemaOf(v.parse(JsonSchema, payload.items)),
    }
  }

  const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [operationOf(path, 'GET', get)] : []),
    ...(post ? [operationOf(path, 'POST', post)] : []),
  ])
  return { operations, features: featuresIn(content) }
}

/** The value with the target in place of each reference (`$ref`, a JSON pointer). No target contains itself. */
function withoutReferences(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, document))
  if (typeof value !== 'object' || value === null) return value
  if (!('$ref' in value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutReferences(member, document)]))
  const [, ...path] = String(value.$ref).split('/')
  return withoutReferences(
    path.reduce<unknown>((member, name) => Reflect.get(Object(member), name), document),
    document,
  )
}

function schemaIn({ content }: v.InferOutput<typeof Response>): JsonSchema {
  return content['application/json'].schema
}

function headerOf(name: string, described?: v.InferOutput<typeof Header>): Operation['headers'][number] {
  return { name: name.toLowerCase(), feature: described?.['x-feature'], decision: described?.['x-decision'] }
}

/** The schema of the payload in that of a body: one or two `data` deep (D1, envelope). */
function payloadOf(body: JsonSchema): JsonSchema {
  const outer = v.parse(JsonSchema, body.properties.data)
  return outer.properties.data === undefined ? outer : v.parse(JsonSchema, outer.properties.data)
}

/** The values of `x-feature` anywhere in the document. */
function featuresIn(content: unknown): string[] {
  const features = new Set<string>()
  JSON.stringify(content, (key, value: unknown) => {
    if (key === 'x-feature' && typeof value === 'string') features.add(value)
    return value
  })
  return [...features].sort()
}

function differencesOf(errors: ErrorObject[]): Difference[] {
  const byField = new Map<string | undefined, Difference>()
  for (const error of errors) {
    const difference = differenceOf(error)
    if (!byField.has(difference.field)) byField.set(difference.field, difference)
  }
  return [...byField.values()]
}

function differenceOf({ instancePath, keyword, params, parentSchema }: ErrorObject): Difference {
  const { description, 'x-decision': decision } = v.parse(Words, parentSchema)
  const isMissing = keyword === 'required'
  const field = isMissing ? `${instancePath}/${params.missingProperty}` : instancePath
  return { field: field.slice(1) || undefined, isMissing, expected: description, decision }
}
