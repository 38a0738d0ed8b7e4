import { type BackendOptions, type DatabaseChoice, type ReferenceBackend, startReferenceBackend } from '../index'

export const admin = { user: 'admin', password: 'demo-1234' }
export const page = 'http://localhost:3000'
export const amounts = { users: 40, codes: 30, scores: 60, referrals: 35 }

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON body, null for an empty one. */
  body: unknown
}

export interface Call {
  method?: string
  /** Sent as JSON, unless it is text already. */
  body?: unknown
  headers?: Record<string, string>
}

export interface TestBackend extends ReferenceBackend {
  /** A call to the security service. */
  security(path: string, call?: Call): Promise<Answer>
  /** A call to the info service, signed in. */
  info(path: string, call?: Call): Promise<Answer>
  /** The payload of a call to the info service that succeeds. */
  rows<Row>(path: string, body?: unknown): Promise<Row[]>
  /** A new token of the staff account. */
  signIn(): Promise<string>
}

/** A backend on free ports with a small seed, and a client for it. */
export async function startTestBackend(
  database: DatabaseChoice,
  options: Partial<BackendOptions> = {},
): Promise<TestBackend> {
  const backend = await startReferenceBackend({
    database,
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [page],
    seed: amounts,
    admin,
    logLevel: 'silent',
    ...options,
  })
  const security: TestBackend['security'] = (path, call) => send(`${backend.securityUrl}/${path}`, call)
  const signIn = async () => {
    const body = { username_input: admin.user, password_input: admin.password }
    const { data } = (await security('CreateToken', { body })).body as { data: string }
    return data
  }
  let token = ''
  const info: TestBackend['info'] = async (path, call = {}) => {
    token ||= await signIn()
    return send(`${backend.apiUrl}/${path}`, {
      ...call,
      headers: { Authorization: `Bearer ${token}`, ...call.headers },
    })
  }
  const rows = async <Row>(path: string, body?: unknown) => {
    const answer = await info(path, { body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    const { data } = answer.body as { data: Row[] | { data: Row[] } }
    return Array.isArray(data) ? data : data.data
  }
  return { ...backend, security, info, rows, signIn }
}

async function send(url: string, { method, body, headers }: Call = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
