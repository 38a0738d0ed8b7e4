import { expect, it } from 'vitest'
import { isRead } from './requests'

it.each(['SelectUsers', 'http://api.test/v1/SelectScores'])('treats %s as a read', (url) =>
  expect(isRead(url)).toBe(true),
)

it.each(['InsertCodes', 'Select', 'http://SelectUsers/DeleteAllCodes', 'SelectUsers?then=Delete', 'PreSelectUsers'])(
  'treats %s as a change',
  (url) => expect(isRead(url)).toBe(false),
)
