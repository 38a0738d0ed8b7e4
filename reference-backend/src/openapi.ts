import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { parse } from 'yaml'

const DOCUMENT = new URL('../openapi.yaml', import.meta.url)
const JSON_SCHEMA = 'content/application~1json/schema'

const Reference = v.object({ $ref: v.string() })
const Header = v.object({ name: v.string(), in: v.string(), 'x-feature': v.optional(v.string()) })
const Requirement = v.record(v.string(), v.unknown())
const Operation = v.object({
  operationId: v.string(),
  'x-decision': v.optional(v.string()),
  'x-feature': v.optional(v.string()),
  security: v.optional(v.array(Requirement)),
  parameters: v.optional(v.array(v.union([Reference, Header])), []),
  requestBody: v.optional(v.unknown()),
  responses: v.record(v.string(), v.unknown()),
})
const Servers = v.array(v.object({ description: v.picklist(['security service', 'info API']) }))
const Path = v.object({ servers: v.optional(Servers), get: v.optional(Operation), post: v.optional(Operation) })
const Document = v.object({
  servers: Servers,
  security: v.array(Requirement),
  paths: v.record(v.string(), Path),
  components: v.object({
    parameters: v.record(v.string(), Header),
    securitySchemes: v.record(v.string(), v.object({ 'x-feature': v.optional(v.string()) })),
  }),
})
const Words = v.object({
  description: v.optional(v.string(), ''),
  'x-decision': v.optional(v.string()),
  'x-key': v.optional(v.string()),
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
  /** The feature that it belongs to (D27); undefined for a specified request. */
  feature: string | undefined
  /** Headers that a page sends with it beyond those that CORS always allows, in lower case, with their features. */
  headers: { name: string; feature: string | undefined }[]
  /** The whole body of a response. */
  response(status: number): Schema
  /** The payload of a successful response, without its envelope (D1). */
  payload: Schema
  /** A row of the payload; undefined if that is no list. */
  row: Schema | undefined
}

/** The description of both services. */
export interface OpenApi {
  operations: Operation[]
  /** The features beyond the specification (D27). */
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
  const document = v.parse(Document, content)
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true }).addSchema(
    Object(content),
    'openapi',
    false,
    false,
  )

  function schemaAt(pointer: string): Schema {
    const schema = memberAt(content, pointer)
    const { description, 'x-key': key } = v.parse(Words, schema)
    // Compiled on demand: few operations need all of their schemas.
    const differences = (value: unknown) => {
      const validate = ajv.getSchema(`openapi#${pointer}`)
      if (!validate) throw new Error(`The document has no schema ${pointer}.`)
      return validate(value) ? [] : differencesOf(validate.errors ?? [])
    }
    return { expected: description, key, differences }
  }

  /** Follows a reference, if there is one. */
  function resolve(pointer: string): string {
    const target = v.safeParse(Reference, memberAt(content, pointer))
    return target.success ? target.output.$ref.slice(1) : pointer
  }

  function operationAt(path: string, method: 'get' | 'post', operation: v.InferOutput<typeof Operation>): Operation {
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`
    const { responses, parameters, security = document.security } = operation
    const servers = document.paths[path]?.servers ?? document.servers
    const bodyAt = (status: number | 'default') => `${resolve(`${pointer}/responses/${status}`)}/${JSON_SCHEMA}`
    const payload = payloadAt(content, bodyAt(200))
    const schemes = security.flatMap((requirement) => Object.keys(requirement))
    return {
      path: path.slice(1),
      method: method === 'get' ? 'GET' : 'POST',
      services: servers.map(({ description }) => (description === 'info API' ? 'info' : 'security')),
      decision: operation['x-decision'] ?? 'D1',
      feature: operation['x-feature'],
      headers: [
        ...schemes.map((name) => ({
          name: 'authorization',
          feature: document.components.securitySchemes[name]?.['x-feature'],
        })),
        ...(operation.requestBody ? [{ name: 'content-type', feature: undefined }] : []),
        ...parameters.map(headerOf).flatMap((header) => header ?? []),
      ],
      response: (status) => schemaAt(bodyAt(String(status) in responses ? status : 'default')),
      payload: schemaAt(payload),
      row: memberAt(content, `${payload}/items`) === undefined ? undefined : schemaAt(resolve(`${payload}/items`)),
    }
  }

  function headerOf(parameter: v.InferOutput<typeof Header> | v.InferOutput<typeof Reference>) {
    const header = '$ref' in parameter ? v.parse(Header, memberAt(content, parameter.$ref.slice(1))) : parameter
    return header.in === 'header' ? { name: header.name.toLowerCase(), feature: header['x-feature'] } : undefined
  }

  const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [operationAt(path, 'get', get)] : []),
    ...(post ? [operationAt(path, 'post', post)] : []),
  ])
  return { operations, features: featuresIn(content) }
}

/** The schema of the payload below that of a body: one or two `data` deep (D1). */
function payloadAt(content: unknown, body: string): string {
  const data = `${body}/properties/data`
  const inner = `${data}/properties/data`
  return memberAt(content, inner) === undefined ? data : inner
}

/** The member at a JSON pointer (RFC 6901); undefined without one. */
function memberAt(content: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (Object(value) === value ? Reflect.get(Object(value), part) : undefined), content)
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
