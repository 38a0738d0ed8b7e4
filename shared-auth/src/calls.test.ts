import { expect, it } from 'vitest'
import { isRead, validateLoginRequest } from './calls'

it.each(['SelectUsers', 'http://api.test/v1/SelectScores', 'ValidateLogin', 'https://security.test/ValidateLogin'])(
  '%s changes nothing',
  (url) => expect(isRead(url)).toBe(true),
)

it.each([
  'InsertCodes',
  'DeleteAllCodes',
  'CreateToken',
  'Select',
  'http://SelectUsers/DeleteAllCodes',
  'SelectUsers/DeleteCode',
  'SelectUsers?then=DeleteAllCodes',
  'PreSelectUsers',
  'ValidateLogins',
])('%s may change data', (url) => expect(isRead(url)).toBe(false))

it('asks about a token as the specification says', () => {
  expect(validateLoginRequest('t')).toEqual({ path: 'ValidateLogin', body: { Authorization_input: 'Bearer t' } })
})
