import { isDeepStrictEqual } from 'node:util'
import type { OpenApi, Operation } from '@canje/reference-backend/openapi'
import { unwrap } from '@canje/shared-auth/envelope'
import { parseJson } from '@canje/shared-auth/json'
import type { Client, ServiceResponse } from './client'
import { CheckFailure, type Finding, fail, finding } from './findings'

/** A row of a list; integers beyond ±(2^53 − 1) are bigints (D31, long integers). */
export type Row = Readonly<Record<string, unknown>>

/** What the checks share. */
export class Context {
  readonly findings: Finding[] = []
  /** What could not be checked, or costs staff something without being an error. */
  readonly notes = new Set<string>()
  /** Of the sign-in; undefined before it, and when it failed. */
  token: string | undefined
  /** The rows of the lists that were read. */
  readonly rows = new Map<Operation, Row[]>()

  constructor(
    readonly api: OpenApi,
    readonly client: Client,
    /** The features of the services (D27, optional features). */
    readonly features: ReadonlySet<string>,
    readonly credentials: Readonly<{ user: string; password: string }>,
  ) {}

  /** @throws Error for a path that the document lacks */
  operation(path: string): Operation {
    const operation = this.api.operations.find((one) => one.path === path)
    if (!operation) throw new Error(`The OpenAPI document has no ${path}.`)
    return operation
  }

  /** The operations that the shell and the tabs use. */
  get used(): Operation[] {
    return this.api.operations.filter(({ path, feature }) => path !== 'health' && this.has(feature))
  }

  /** The operations that list rows; they change no data. */
  get lists(): Operation[] {
    return this.used.filter(({ row }) => row)
  }

  /** True for no feature, too. */
  has(feature: string | undefined): boolean {
    return feature === undefined || this.features.has(feature)
  }

  /** Adds a finding, once; by default it cites the decision behind the request. */
  report(...parts: Parameters<typeof finding>): void {
    this.add(finding(...parts))
  }

  /** Runs a part of a check, so that its failure does not keep the other parts from running. */
  async attempt(part: () => Promise<void>): Promise<void> {
    try {
      await part()
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error
      this.add(error.finding)
    }
  }

  add(added: Finding): void {
    if (!this.findings.some((known) => isDeepStrictEqual(known, added))) this.findings.push(added)
  }
}

/** The payload of a response (D1, envelope). @throws CheckFailure when it has none */
export function payloadOf(response: ServiceResponse): unknown {
  const { operation, status, headers, text } = response
  if (status >= 300 && status < 400) {
    const fix = 'Set the URL that it redirects to in config.json: no preflight follows a redirection.'
    fail(operation, 'redirected', `it redirects to ${headers.get('Location')} (${status}).`, fix, 'D9')
  }
  if (status < 200 || status >= 300)
    fail(operation, 'status', `it responds with ${status}.`, 'Respond with 200 and the payload.')
  try {
    return unwrap(parseJson(text))
  } catch {
    const kind = text.trimStart().startsWith('<') ? 'HTML' : 'no JSON with "data"'
    const fix = 'Send { "data": … } or { "data": { "data": … } } as JSON.'
    fail(operation, 'envelope', `the body is ${kind}.`, fix, 'D1')
  }
}

/** The rows of a list. @throws CheckFailure when the payload is no list */
export function rowsOf(response: ServiceResponse): unknown[] {
  const payload = payloadOf(response)
  if (Array.isArray(payload)) return payload
  fail(response.operation, 'not-a-list', 'the payload is no array.', 'Send an array of rows, [] for none.')
}

/** The value of a field of any payload. */
export function fieldOf(payload: unknown, field: string): unknown {
  return isRow(payload) ? payload[field] : undefined
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as `JSON.parse` reads it, for schemas: without bigints. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member)))
}
