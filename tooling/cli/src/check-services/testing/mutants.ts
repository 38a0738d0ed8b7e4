import type { ForwardedResponse, Mutation } from './mutant-services'

/** A server that differs from the reference backend in one thing. */
export interface Mutant extends Mutation {
  name: string
  /** The lines of the command, without the remedies. */
  lines: string[]
  /** Whether the command is run with `--allow-changes`. */
  changes?: true
  features?: string
}

type Row = Record<string, unknown>

/** Changes the response to one request; its first path is that of the mutant. */
function at(path: string, response: NonNullable<Mutation['response']>): Mutation {
  return {
    response: (sent, request) => {
      if (request.path.split('?')[0] === path && request.method !== 'OPTIONS') response(sent, request)
    },
  }
}

/** Changes the response to the preflight of one request. */
function preflight(path: string, response: NonNullable<Mutation['response']>): Mutation {
  return {
    response: (sent, request) => {
      if (request.path === path && request.method === 'OPTIONS') response(sent, request)
    },
  }
}

/** Sends another body with status 200. */
export function send(sent: ForwardedResponse, body: unknown): void {
  sent.status = 200
  sent.body = typeof body === 'string' ? body : JSON.stringify(body)
}

/** Changes each row of successful responses. */
export function rowsAt(path: string, change: (row: Row, index: number) => unknown): Mutation {
  return at(path, (sent) => {
    if (sent.status !== 200) return
    const body = JSON.parse(sent.body)
    const isNested = !Array.isArray(body.data)
    const rows = (isNested ? body.data.data : body.data).map(change)
    send(sent, { data: isNested ? { data: rows } : rows })
  })
}

/** Writes another number in place of each id, as a text of JSON. */
export function idsAt(path: string, idOf: (id: number) => string): Mutation {
  return at(path, (sent) => {
    sent.body = sent.body.replace(/"id":(\d+)/g, (_match, id) => `"id":${idOf(Number(id))}`)
  })
}

const dropHeaders =
  (...names: string[]) =>
  ({ headers }: ForwardedResponse) => {
    for (const name of names) headers.delete(name)
  }

/** @param of the status that it replaces; any by default */
const status = (to: number, of?: number) => (sent: ForwardedResponse) => {
  if (of === undefined || sent.status === of) sent.status = to
}

const withoutAllowed = (name: string) => (sent: ForwardedResponse) => {
  const allowed = sent.headers.get('Access-Control-Allow-Headers')?.split(/, ?/) ?? []
  sent.headers.set('Access-Control-Allow-Headers', allowed.filter((one) => one !== name).join(', '))
}

/** Sends the body, with a letter beyond ASCII, in an encoding. */
export function encoded(encoding: BufferEncoding, type: string): NonNullable<Mutation['response']> {
  return (sent) => {
    if (sent.status !== 200) return
    sent.body = sent.body.replace('"name":"', '"name":"\u00c1')
    sent.encoding = encoding
    sent.headers.set('Content-Type', type)
  }
}

const isWrong = ({ body }: { body: string }) => !body.includes('demo-1234')

export const mutants: Mutant[] = [
  // CORS
  {
    name: 'OPTIONS is unknown',
    ...preflight('SelectCodes', status(404)),
    lines: ['GET SelectCodes, D6: its preflight gets 404.'],
  },
  {
    name: 'another origin is allowed',
    ...preflight('SelectReport', ({ headers }) => headers.set('Access-Control-Allow-Origin', 'https://other.example')),
    lines: ['GET SelectReport, D6: its preflight refuses the origin of the shell.'],
  },
  {
    name: 'a wildcard for the headers',
    ...preflight('SelectUsers', ({ headers }) => headers.set('Access-Control-Allow-Headers', '*')),
    lines: ['GET SelectUsers, D8: its preflight refuses the header authorization.'],
  },
  {
    name: 'Content-Type is not allowed',
    ...preflight('CreateToken', withoutAllowed('Content-Type')),
    lines: ['POST CreateToken, D2: its preflight refuses the header content-type.'],
  },
  {
    name: 'Cache-Control is not allowed',
    ...preflight('DeleteAllCodes', withoutAllowed('Cache-Control')),
    lines: ['GET DeleteAllCodes, D11: its preflight refuses the header cache-control.'],
  },
  {
    name: 'Idempotency-Key is not allowed',
    ...preflight('InsertCodes', withoutAllowed('Idempotency-Key')),
    lines: ['POST InsertCodes, D27: its preflight refuses the header idempotency-key.'],
  },
  {
    name: 'a 401 without CORS',
    ...at('SelectScores', (sent) => sent.status === 401 && dropHeaders('Access-Control-Allow-Origin')(sent)),
    lines: ['POST SelectScores, D6: its response with status 401 has no Access-Control-Allow-Origin for the shell.'],
  },
  {
    name: 'Retry-After is not exposed',
    ...at('SelectUsers', dropHeaders('Access-Control-Expose-Headers')),
    lines: ['GET SelectUsers, D27: pages cannot read Retry-After.'],
  },
  {
    name: 'browsers keep a list',
    ...at('SelectReferrals', ({ headers }) => headers.set('Cache-Control', 'public, max-age=60')),
    lines: ['POST SelectReferrals, D21: browsers keep its response (Cache-Control: public, max-age=60).'],
  },
  {
    name: 'browsers keep a list for as long as they see fit',
    ...at('SelectCodes', ({ headers }) => {
      headers.delete('Cache-Control')
      headers.set('Last-Modified', 'Fri, 20 Nov 2026 10:00:00 GMT')
    }),
    lines: ['GET SelectCodes, D21: browsers keep its response (Last-Modified).'],
  },
  {
    name: 'browsers keep a list until a date',
    ...at('SelectUsers', ({ headers }) => {
      headers.delete('Cache-Control')
      headers.set('Expires', 'Fri, 20 Nov 2099 10:00:00 GMT')
    }),
    lines: ['GET SelectUsers, D21: browsers keep its response (Expires: Fri, 20 Nov 2099 10:00:00 GMT).'],
  },
  {
    name: 'a redirection',
    ...at('SelectReport', (sent) => {
      if (sent.status === 401) return
      sent.status = 308
      sent.headers.set('Location', 'https://api.example.com/SelectReport')
    }),
    lines: ['GET SelectReport, D9: it redirects to https://api.example.com/SelectReport (308).'],
  },
  // Envelopes
  {
    name: 'a bare array',
    ...at('SelectReport', (sent) => sent.status === 200 && send(sent, JSON.parse(sent.body).data)),
    lines: ['GET SelectReport, D1: the body is JSON without "data".'],
  },
  {
    name: 'three envelopes',
    ...at('SelectCodes', (sent) => sent.status === 200 && send(sent, { data: JSON.parse(sent.body) })),
    lines: ['GET SelectCodes, D6: the payload is of type object.'],
  },
  {
    name: 'HTML of a proxy',
    ...at('SelectReport', (sent) => sent.status === 200 && send(sent, '<html>Bad gateway</html>')),
    lines: ['GET SelectReport, D1: the body is HTML.'],
  },
  {
    name: '204 without a body',
    ...at('SelectReport', (sent) => sent.status === 200 && Object.assign(sent, { status: 204, body: '' })),
    lines: ['GET SelectReport, D1: the body is empty.'],
  },
  {
    name: 'truncated JSON',
    ...at('SelectReport', (sent) => sent.status === 200 && send(sent, sent.body.slice(0, -2))),
    lines: ['GET SelectReport, D1: the body is not JSON.'],
  },
  {
    name: 'a connection that is cut',
    ...at('SelectReport', (sent) => sent.status === 200 && Object.assign(sent, { ending: 'cut' })),
    lines: ['GET SelectReport, D1: the response is cut off.'],
  },
  {
    name: 'null for an empty list',
    ...at('SelectScores', (sent) => sent.body === '{"data":[]}' && send(sent, { data: null })),
    lines: ['POST SelectScores, D6: the payload is null.'],
  },
  {
    name: 'a failing report',
    ...at('SelectReport', status(500, 200)),
    lines: ['GET SelectReport, D6: it responds with 500.'],
  },
  // Encodings
  {
    name: 'texts in another encoding',
    ...at('SelectReport', encoded('latin1', 'application/json')),
    lines: ['GET SelectReport, D1: its bytes are no text in utf-8.'],
  },
  {
    name: 'texts in another encoding than the declared one',
    ...at('SelectReport', encoded('latin1', 'application/json; charset="UTF-8"')),
    lines: ['GET SelectReport, D1: its bytes are no text in UTF-8.'],
  },
  {
    name: 'a charset that browsers do not know',
    ...at('SelectReport', encoded('utf8', 'application/json; charset=utf8mb4')),
    lines: ['GET SelectReport, D1: browsers do not know its charset utf8mb4.'],
  },
  // Sign-in
  {
    name: 'any password',
    request: (request) => {
      if (request.path === 'CreateToken') request.body = request.body.replace(/"[^"]*"}$/, '"demo-1234"}')
    },
    lines: ['POST CreateToken, D2: it accepts a wrong password.'],
  },
  {
    name: '500 for a wrong password',
    ...at('CreateToken', (sent, request) => isWrong(request) && status(500)(sent)),
    lines: ['POST CreateToken, D2: it responds with 500.'],
  },
  {
    name: 'the valid password is refused',
    ...at('CreateToken', status(401)),
    lines: ['POST CreateToken, D2: it refuses the user with this password: no more was checked.'],
  },
  {
    name: 'the token in an object',
    ...at('CreateToken', (sent, request) => !isWrong(request) && send(sent, { data: { token: 'abc' } })),
    lines: ['POST CreateToken, D2: the token is no text that a header can hold.'],
  },
  {
    name: 'a token for five minutes',
    request: (request) => {
      const { authorization } = request.headers
      if (authorization) request.headers.authorization = unwrapped(authorization)
      request.body = unwrapped(request.body)
    },
    ...at(
      'CreateToken',
      (sent, request) => !isWrong(request) && send(sent, { data: wrapped(JSON.parse(sent.body).data) }),
    ),
    lines: ['POST CreateToken, D17: the token expires after 300 s.'],
  },
  {
    name: 'the id 0 for a valid token',
    ...at('ValidateLogin', (sent) => send(sent, { data: { data: { id: 0 } } })),
    lines: ['POST ValidateLogin, D3: it does not confirm the token of the sign-in.'],
  },
  {
    name: 'no id of the account',
    ...at('ValidateLogin', (sent) => send(sent, { data: { data: { valid: true } } })),
    lines: ['POST ValidateLogin, D3: it does not confirm the token of the sign-in.'],
  },
  {
    name: 'an id for any token',
    ...at('ValidateLogin', (sent) => send(sent, { data: { data: { id: 7 } } })),
    lines: ['POST ValidateLogin, D3: it confirms an invalid token.'],
  },
  // 401
  {
    name: '403 for an invalid token',
    ...at('SelectCodes', status(403, 401)),
    lines: ['GET SelectCodes, D10: an invalid token gets 403.'],
  },
  {
    name: 'rows for an invalid token',
    ...at('SelectUsers', (sent) => sent.status === 401 && send(sent, { data: [] })),
    lines: ['GET SelectUsers, D10: an invalid token gets 200.'],
  },
  // Rows
  {
    name: 'days before months',
    ...rowsAt('SelectCodes', (row) => ({ ...row, date: '31/12/2025 10:00' })),
    lines: ['GET SelectCodes, D7: date is "31/12/2025 10:00" in 30 of 30 rows.'],
  },
  {
    name: 'dates in UTC',
    ...rowsAt('SelectUsers', (row) => ({ ...row, date: '2025-12-31T10:00:00.000Z' })),
    lines: ['GET SelectUsers, D7: date is "2025-12-31T10:00:00.000Z" in 40 of 40 rows.'],
  },
  {
    name: 'times as numbers',
    ...rowsAt('SelectScores', (row, index) => ({ ...row, date: index === 0 ? 1767200000000 : row.date })),
    lines: ['POST SelectScores, D7: date is 1767200000000 in 1 of 60 rows.'],
  },
  {
    name: 'another word for used',
    ...rowsAt('SelectCodes', (row) => ({ ...row, used: 'si' })),
    lines: ['GET SelectCodes, D6: used is "si" in 30 of 30 rows.'],
  },
  {
    name: 'no field used',
    ...rowsAt('SelectCodes', ({ used: _used, ...row }) => row),
    lines: ['GET SelectCodes, D6: used is missing in 30 of 30 rows.'],
  },
  {
    name: 'another name of a field',
    ...rowsAt('SelectUsers', ({ phone, ...row }) => ({ ...row, telefono: phone })),
    lines: ['GET SelectUsers, D6: phone is missing in 40 of 40 rows.'],
  },
  {
    name: 'an object in a cell',
    ...rowsAt('SelectUsers', (row) => ({ ...row, cityName: { es: row.cityName } })),
    lines: ['GET SelectUsers, D6: cityName is an object or array in 40 of 40 rows.'],
  },
  {
    name: 'a row that is no object',
    ...rowsAt('SelectReferrals', (row, index) => (index === 34 ? null : row)),
    lines: ['POST SelectReferrals, D6: a row is null in 1 of 35 rows.'],
  },
  {
    name: 'no ids',
    ...rowsAt('SelectCodes', (row) => ({ ...row, id: null })),
    lines: ['GET SelectCodes, D31: id is null in 30 of 30 rows.'],
  },
  {
    name: 'points as people write them',
    ...rowsAt('SelectScores', (row) => ({ ...row, points: '1.234,50' })),
    lines: ['POST SelectScores, D31: points is "1.234,50" in 60 of 60 rows.'],
  },
  {
    name: 'large ids, rounded',
    ...idsAt('SelectCodes', (id) => String(2n ** 53n + 2n * BigInt(id))),
    lines: ['GET SelectCodes, D31: all integers beyond 2^53 are even.'],
  },
  {
    name: 'large ids, repeated',
    ...idsAt('SelectCodes', (id) => (id === 1 ? '9007199254740992' : id === 2 ? '9007199254740992' : String(id))),
    lines: ['GET SelectCodes, D31: id 9007199254740992 is repeated.'],
  },
  {
    name: 'large ids as doubles',
    ...idsAt('SelectReport', (id) => (id === 40 ? '9.007199254740993E15' : String(id))),
    lines: ['GET SelectReport, D31: 9.007199254740993E15 is written as a double.'],
  },
  // Requests
  {
    name: 'the filter is ignored',
    request: (request) => {
      if (request.path === 'SelectReferrals') request.body = '{}'
    },
    lines: ['POST SelectReferrals, D14: a filter that matches nothing gets rows.'],
  },
  {
    name: 'the filter finds no name',
    ...at('SelectReferrals', (sent, { body }) => body !== '{}' && sent.status === 200 && send(sent, { data: [] })),
    lines: ['POST SelectReferrals, D14: a user_name of its rows as the filter does not find them.'],
  },
  {
    name: 'ids of requests are rounded',
    ...idsAt('SelectUsers', (id) => String(2n ** 53n + BigInt(id))),
    lines: ['POST SelectScoreReferrals, D31: it does not know the user 9007199254740993 of SelectUsers.'],
  },
  // Features
  {
    name: 'the oldest event first',
    ...at('SelectStaffEvents', (sent, { path }) => {
      if (sent.status === 200 && path.endsWith('=20')) send(sent, { data: JSON.parse(sent.body).data.reverse() })
    }),
    lines: [
      'GET SelectStaffEvents, D27: the oldest row is the first.',
      'GET SelectStaffEvents, D27: prmBefore does not get the next row.',
    ],
  },
  {
    name: 'pages are ignored',
    request: (request) => {
      if (request.path.includes('prmBefore')) request.path = 'SelectStaffEvents'
    },
    lines: ['GET SelectStaffEvents, D27: prmBefore does not get the next row.'],
  },
  {
    name: 'a token is not revoked',
    features: 'revoke',
    ...at('Logout', (sent) => send(sent, { data: { revoked: 0 } })),
    lines: ['POST Logout, D27: it does not revoke the token.'],
  },
  {
    name: 'a revoked token is valid',
    features: 'revoke',
    request: (request) => {
      if (request.path === 'Logout') request.body = request.body.replace('Bearer ', 'Bearer x')
    },
    ...at('Logout', (sent) => send(sent, { data: { revoked: 1 } })),
    lines: ['POST Logout, D27: after it, the security service and the info API still accept the token.'],
  },
  // Changes
  {
    name: 'a false payload of a creation',
    changes: true,
    ...at('InsertCodes', (sent) => send(sent, { data: false })),
    lines: ['POST InsertCodes, D13: its payload is false.'],
  },
  {
    name: 'created codes are not named',
    changes: true,
    ...at('InsertCodes', (sent) => sent.status === 200 && send(sent, { data: { created: 1 } })),
    lines: ['POST InsertCodes, D27: its payload does not name the code.'],
  },
  {
    name: 'deleted codes are not named',
    changes: true,
    ...at('DeleteCode', (sent) => sent.status === 200 && send(sent, { data: { deleted: 1 } })),
    lines: ['POST DeleteCode, D27: its payload does not name the code.'],
  },
  {
    name: 'keys are ignored',
    changes: true,
    request: ({ headers }) => void delete headers['idempotency-key'],
    lines: ['POST InsertCodes, D27: a repeated key creates codes again.'],
  },
  {
    name: 'a key of another request is accepted',
    changes: true,
    ...at('InsertCodes', status(200)),
    lines: ['POST InsertCodes, D27: the key of another request gets 200.'],
  },
  {
    name: 'restored codes are others',
    changes: true,
    request: (request) => {
      if (request.path !== 'RestoreCodes') return
      request.path = 'InsertCodes'
      request.body = '{"prmnumber_codes":1}'
    },
    lines: ['POST RestoreCodes, D27: SelectCodes does not list the restored code.'],
  },
  {
    name: 'deletions are not recorded',
    changes: true,
    ...rowsAt('SelectStaffEvents', (row) => ({ ...row, action: 'other' })),
    lines: ['GET SelectStaffEvents, D27: it does not list the deletion of a code.'],
  },
  {
    name: 'batches are not recorded',
    changes: true,
    ...rowsAt('SelectStaffEvents', ({ batch: _batch, ...row }) => row),
    lines: ['GET SelectStaffEvents, D27: it does not name the press of a deletion.'],
  },
]

/** A JWT with the claims of five minutes around another token. */
function wrapped(token: string): string {
  const claims = Buffer.from(JSON.stringify({ iat: 0, exp: 300 })).toString('base64url')
  return `x.${claims}.${Buffer.from(token).toString('base64url')}`
}

function unwrapped(text: string): string {
  return text.replace(/x\.[\w-]+\.([\w-]+)/, (_match, token) => Buffer.from(token, 'base64url').toString())
}
