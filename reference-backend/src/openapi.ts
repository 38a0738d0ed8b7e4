import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const DOCUMENT = new URL('../openapi.yaml', import.meta.url)

/** The parts of the document that are read. A test proves that it is valid. */
interface Document {
  servers: Server[]
  security: Record<string, unknown>[]
  paths: Record<string, { servers?: Server[]; get?: OperationObject; post?: OperationObject }>
  components: { securitySchemes: Record<string, HeaderObject> }
}
interface Server {
  description: 'security service' | 'info API'
}
interface OperationObject {
  'x-decision'?: string
  'x-feature'?: string
  security?: Record<string, unknown>[]
  parameters?: ({ name: string; in: string } & HeaderObject)[]
  requestBody?: unknown
  responses: Record<string, ResponseObject> & { 200: ResponseObject; default: ResponseObject }
}
interface HeaderObject {
  'x-decision'?: string
  'x-feature'?: string
}
interface ResponseObject {
  content: { 'application/json': { schema: SchemaObject } }
}
interface SchemaObject {
  description?: string
  'x-decision'?: string
  'x-key'?: string
  properties?: { data?: SchemaObject }
  items?: SchemaObject
}

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
 */
export function readOpenApi(text = readFileSync(DOCUMENT, 'utf8')): OpenApi {
  const content: unknown = parse(text)
  const document = withoutReferences(content, content) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })

  function schemaOf(schema: SchemaObject): Schema {
    const differences = (value: unknown) => {
      // Compiled on demand, once: few operations need all of their schemas.
      const validate = ajv.compile(schema)
      const differences = validate(value) ? [] : (validate.errors ?? []).map(differenceOf)
      return differences.filter(({ field }, index) => differences.findIndex((one) => one.field === field) === index)
    }
    return { expected: schema.description ?? '', key: schema['x-key'], differences }
  }

  function operationOf(path: string, method: 'GET' | 'POST', operation: OperationObject): Operation {
    const { responses, parameters = [], security = document.security } = operation
    const servers = document.paths[path]?.servers ?? document.servers
    const payload = payloadOf(schemaIn(responses[200]))
    const schemes = security.flatMap((requirement) => Object.keys(requirement))
    return {
      path: path.slice(1),
      method,
      services: servers.map(({ description }) => (description === 'info API' ? 'info' : 'security')),
      decision: operation['x-decision'] ?? 'D1',
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
      row: payload.items === undefined ? undefined : schemaOf(payload.items),
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

const schemaIn = ({ content }: ResponseObject) => content['application/json'].schema

function headerOf(name: string, described?: HeaderObject): Operation['headers'][number] {
  return { name: name.toLowerCase(), feature: described?.['x-feature'], decision: described?.['x-decision'] }
}

/** The schema of the payload in that of a body: one or two `data` deep (D1, envelope). */
function payloadOf({ properties }: SchemaObject): SchemaObject {
  return properties?.data?.properties?.data ?? properties?.data ?? {}
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

function differenceOf({ instancePath, keyword, params, parentSchema }: ErrorObject): Difference {
  const { description = '', 'x-decision': decision } = parentSchema as SchemaObject
  const isMissing = keyword === 'required'
  const field = isMissing ? `${instancePath}/${params.missingProperty}` : instancePath
  return { field: field.slice(1) || undefined, isMissing, expected: description, decision }
}
