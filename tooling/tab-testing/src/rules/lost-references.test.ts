import { afterEach, expect, it } from 'vitest'
import { lostReferences } from './lost-references'

afterEach(() => document.body.replaceChildren())

it.each([
  ['<input aria-describedby="error">', 1],
  ['<input aria-describedby="error hint"><p id="hint"></p>', 1],
  ['<input aria-errormessage="a"><ul aria-describedby="b"></ul>', 2],
  ['<ul aria-label="Codigos" aria-labelledby="loading"></ul>', 0],
  ['<input aria-describedby=" error "><p id="error" hidden></p>', 0],
  ['<input aria-describedby="">', 0],
])('finds in %s %i references to nothing', (html, count) => {
  document.body.innerHTML = html
  expect(lostReferences()).toHaveLength(count)
})
