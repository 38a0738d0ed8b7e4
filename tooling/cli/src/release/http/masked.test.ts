import { expect, it } from 'vitest'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { masked } from './masked'

it.each([
  ['error: htp://u:p@x is invalid', 'error: htp://…@x is invalid'],
  ['https://u:p,w@x', 'https://…@x'],
  ['"https://u:p/w@s@x/" and https://u@y', '"https://…@x/" and https://…@y'],
  ['https://office.test/, mf-codes@1.0.0', 'https://office.test/, mf-codes@1.0.0'],
  ['"https://office.test/\\nmf-codes@1.0.0"', '"https://office.test/\\nmf-codes@1.0.0"'],
])('masks user and password of URLs in %s', (text, expected) => {
  const recorded = recordedCliEnvironment()
  masked(recorded).print(text)
  masked(recorded).printError(text)
  expect([recorded.stdout(), recorded.stderr()]).toEqual([expected, expected])
})
