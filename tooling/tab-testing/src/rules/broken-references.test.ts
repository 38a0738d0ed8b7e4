import { afterEach, expect, it } from 'vitest'
import { brokenReferences } from './broken-references'

afterEach(() => document.body.replaceChildren())

it.each([
  ['<input aria-invalid="true" aria-describedby="error">', 1],
  ['<input aria-invalid="spelling" aria-describedby="error hint"><p id="hint"></p>', 1],
  ['<input aria-invalid="true" aria-errormessage="a"><ul aria-invalid="true" aria-describedby="b"></ul>', 2],
  ['<input aria-invalid="true" aria-describedby=" error "><p id="error" hidden></p>', 0],
  ['<input aria-invalid="true" aria-describedby="">', 0],
  ['<input aria-invalid="false" aria-errormessage="error">', 0],
  ['<input aria-describedby="error">', 0],
])('finds in %s %i broken references', (html, count) => {
  document.body.innerHTML = html
  expect(brokenReferences()).toHaveLength(count)
})
