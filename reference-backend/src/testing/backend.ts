import { type BackendOptions, type DatabaseChoice, type ReferenceBackend, startReferenceBackend } from '../index'
import type { TestDatabase } from './embedded-database'

export const admin = { user: 'admin', password: 'demo-1234' }
export const pageOrigin = 'http://localhost:3000'
export const amounts = { users: 40, codes: 30, scores: 60, referrals: 35 }

export interface TestResponse {
  status: number
  headers: Headers
  /** The parsed JSON body, null for an empty one. */
  body: unknown
}

export interface TestRequest {
  method?: string
  /** Sent as JSON, or unchanged if a string. */
  body?: unknown
  headers?: Record<string, string>
}

export type TestBackend = ReferenceBackend & ReturnType<typeof clientOf>

/** Starts a backend with a small seed on free ports, with a client for it. */
export async function startTestBackend(
  database: DatabaseChoice,
  options: Partial<BackendOptions> = {},
): Promise<TestBackend> {
  const backend = await startReferenceBackend({
    database,
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [pageOrigin],
    seed: amounts,
    admin,
    logLevel: 'silent',
    ...options,
  })
  return { ...backend, ...clientOf(backend) }
}

/** A client of a backend at these URLs. */
export function clientOf({ securityUrl, apiUrl }: Pick<ReferenceBackend, 'securityUrl' | 'apiUrl'>) {
  /** Sends a request to the security service. */
  const security = (path: string, request?: TestRequest) => send(`${securityUrl}/${path}`, request)
  /** Signs in and resolves with a new token of the staff account. */
  const signIn = async () => {
    const body = { username_input: admin.user, password_input: admin.password }
    const { data } = (await security('CreateToken', { body })).body as { data: string }
    return data
  }
  let token = ''
  /** Sends a request with a valid token to the info API. */
  const info = async (path: string, request: TestRequest = {}) => {
    token ||= await signIn()
    return send(`${apiUrl}/${path}`, {
      ...request,
      headers: { Authorization: `Bearer ${token}`, ...request.headers },
    })
  }
  /** Sends a request to the info API, and resolves with the rows of its successful response. */
  const rows = async <Row>(path: string, body?: unknown) => {
    const response = await info(path, { body })
    if (response.status !== 200)
      throw new Error(`${path} responded with ${response.status}: ${JSON.stringify(response.body)}`)
    const { data } = response.body as { data: Row[] | { data: Row[] } }
    return Array.isArray(data) ? data : data.data
  }
  return { security, info, rows, signIn }
}

/** Starts a backend on a new database, which is removed when the backend is closed. */
export async function startOnNewDatabase(
  createDatabase: () => Promise<TestDatabase>,
  options: Partial<BackendOptions> = {},
): Promise<TestBackend> {
  const database = await createDatabase()
  const backend = await startTestBackend(database.choice, options)
  return { ...backend, close: () => backend.close().then(database.remove) }
}

async function send(url: string, { method, body, headers }: TestRequest = {}): Promise<TestResponse> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
