import type { Change } from './mutant-fetch'

/** What in a message becomes what. */
export type Replacement = [what: RegExp, by: string]

/** A small fault of a service: the finding of the command, without its request and remedy, and the fault's replacements. */
type Mutant = [finding: string, ...Replacement[]]

/** Makes replacements in the messages of one path. */
export function at(path: string, ...replacements: Replacement[]): Change {
  return (message, pathOfMessage) => (pathOfMessage === path ? everywhere(...replacements)(message, path) : message)
}

/** Makes replacements in all messages. */
export function everywhere(...replacements: Replacement[]): Change {
  return (message) => replacements.reduce((text, [what, by]) => text.replace(what, by), message)
}

/** Makes several changes, in order. */
export function together(changes: readonly Change[]): Change {
  return (message, path) => changes.reduce((text, change) => change(text, path), message)
}

const CACHE_CONTROL = /^cache-control: .*/m
const CONTENT_TYPE = /^content-type: .*/m
const ALLOWED_HEADERS = /(?<=allow-headers: ).*/

/** The faults of the sign-in: some of them end the run. */
export const mutantsOfSignIn: Record<string, Mutant[]> = {
  'POST CreateToken': [
    ['D2: it accepts a wrong password.', [/(?<="password_input":").*(?=")/, 'demo-1234']],
    ['D2: it responds with 500.', [/^POST 200(?=.*:null\}$)/s, 'POST 500']],
    ['D2: it refuses the user with this password: no more was checked.', [/^POST 200/, 'POST 401']],
    ['D2: the token is no text that a header can hold.', [/"data":"[^"]*"/, '"data":{"token":"abc"}']],
  ],
}

/** The faults in the messages of each request, found beside those of the other requests. */
export const mutants: Record<string, Mutant[]> = {
  'POST ValidateLogin': [
    ['D3: it does not confirm the token of the sign-in.', [/"id":\d+/, '"id":0']],
    ['D3: it confirms an invalid token.', [/"id":0/, '"id":7']],
  ],
  'GET SelectUsers': [
    ['D8: its preflight refuses the header authorization.', [ALLOWED_HEADERS, '*']],
    ['D27: pages cannot read Retry-After.', [/^access-control-expose-headers: .*\n/m, '']],
    ['D21: browsers keep its response (Expires).', [CACHE_CONTROL, 'expires: Fri, 20 Nov 2099 10:00:00 GMT']],
    ['D10: an invalid token gets 200.', [/^GET 401(.*\n\n).*/s, 'GET 200$1{"data":[]}']],
    ['D6: phone is missing in 40 of 40 rows.', [/"phone"/g, '"telefono"']],
    ['D6: cityName is an object or array in 40 of 40 rows.', [/"cityName":("[^"]*")/g, '"cityName":{"es":$1}']],
  ],
  'POST SelectScores': [
    [
      'D6: its response with status 401 has no Access-Control-Allow-Origin for the shell.',
      [/(?<=^POST 401\n.*)access-control-allow-origin/s, 'x-origin'],
    ],
    ['D6: the payload is no array.', [/\[\]/, 'null']],
  ],
  'POST SelectReferrals': [
    ['D21: browsers keep its response (Cache-Control: max-age=60).', [CACHE_CONTROL, 'cache-control: max-age=60']],
    ['D6: a row is null in 1 of 35 rows.', [/\{"id":35,[^{}]*\}/, 'null']],
    ['D14: a filter that matches nothing gets rows.', [/\{"prmNameOrPhone".*\}/, '{}']],
    ['D14: a user_name of its rows as the filter does not find them.', [/(?<="prmNameOrPhone":").*(?=")/, 'nobody']],
  ],
  'GET SelectReport': [
    ['D6: its preflight refuses the origin of the shell.', [/(?<=allow-origin: ).*/, 'https://other.example']],
    [
      'D9: it redirects to https://api.example.com/SelectReport (308).',
      [/^GET 200/, 'GET 308\nlocation: https://api.example.com/SelectReport'],
    ],
    ['D1: the body is no JSON with "data".', [/\{"data":(\[.*\])\}$/s, '$1']],
    ['D1: the body is HTML.', [/(?<=^GET 200\n.*\n\n).*/s, '<html>Bad gateway</html>']],
    [
      'D1: browsers read no text in UTF-8 from its bytes.',
      [/"name":"/, '$&\xc1'],
      [CONTENT_TYPE, 'content-type: application/json; charset="UTF-8"'],
    ],
    ['D1: browsers read no text in utf8mb4 from its bytes.', [CONTENT_TYPE, 'content-type: a/b; charset=utf8mb4']],
    ['D31: 9.007199254740993E15 is written as a double.', [/"id":40,/, '"id":9.007199254740993E15,']],
  ],
  'GET SelectCodes': [
    ['D21: browsers keep its response (Last-Modified).', [CACHE_CONTROL, 'last-modified: x']],
    ['D6: its preflight gets 404.', [/^OPTIONS 204/, 'OPTIONS 404']],
    ['D7: date is "31/12/2025 10:00" in 30 of 30 rows.', [/"date":"[^"]*"/g, '"date":"31/12/2025 10:00"']],
    ['D31: all integers beyond 2^53 are even.', [/"id":\d+/g, `$&${'0'.repeat(17)}`]],
    ['D31: id 9007199254740992 is repeated.', [/"id":[12],/g, '"id":9007199254740992,']],
  ],
  'GET DeleteAllCodes': [
    ['D11: its preflight refuses the header cache-control.', [ALLOWED_HEADERS, 'Authorization, Idempotency-Key']],
  ],
  'POST InsertCodes': [
    ['D27: its preflight refuses the header idempotency-key.', [ALLOWED_HEADERS, 'Authorization, Content-Type']],
  ],
  'GET SelectStaffEvents': [
    ['D27: prmLimit=1 and prmBefore do not get the next row alone.', [/\?.*prmBefore.*/, '']],
    ['D27: the oldest row is the first.', [/(\{"id".*?\}),(\{"id".*?\})/, '$2,$1']],
  ],
}

/** Those that only a run with changes and a sign-out finds. */
export const mutantsOfChanges: Record<string, Mutant[]> = {
  'POST Logout': [
    ['D27: it does not revoke the token.', [/"revoked":1/, '"revoked":0']],
    ['D27: after it, a service still accepts the token.', [/Bearer /, 'Bearer x'], [/"revoked":0/, '"revoked":1']],
  ],
  'POST InsertCodes': [
    ['D27: a repeated key creates codes again.', [/^idempotency-key: .*\n/m, '']],
    ['D27: it accepts the key of another request.', [/^POST 422/, 'POST 200']],
    ['D13: its payload is false.', [/(?<="data":)\{.*\}(?=\}$)/, 'false']],
    ['D27: its payload does not name the code.', [/,"codes":\[[^\]]*\]/, '']],
  ],
  'POST RestoreCodes': [
    [
      'D27: SelectCodes does not list the restored code as before.',
      [/^POST RestoreCodes/, 'POST InsertCodes'],
      [/\{"prm.*\}$/, '{"prmnumber_codes":1}'],
    ],
  ],
  'GET SelectStaffEvents': [
    ['D27: it does not list the deletion of a code.', [/"action":"\w+"/g, '"action":"other"']],
    ['D27: it does not list the deletion of a code.', [/"batch":"[^"]*"/g, '"batch":null']],
  ],
}
