import { expect, it } from 'vitest'
import { isRead, validateLoginRequest } from './requests'

it.each(['SelectUsers', 'http://api.test/v1/SelectScores'])('treats %s as a read', (url) =>
  expect(isRead(url)).toBe(true),
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
])('treats %s as a change', (url) => expect(isRead(url)).toBe(false))

it('builds the token validation of the specification', () => {
  expect(validateLoginRequest('t')).toEqual({ path: 'ValidateLogin', body: { Authorization_input: 'Bearer t' } })
})
