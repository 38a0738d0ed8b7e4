import { expect, it } from 'vitest'
import { framesOf } from './stack'

const folder = 'https://remotes.test/mf-codes/1.2.0'

const CHROMIUM = `TypeError: no hay filas
    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at async Promise.all (index 0)
    at async ${folder}/csv.js:2:30
    at new Rows (${folder}/Tab.0123456789abcdef.js:3:4)
    at Object.load [as run] (https://canje.test/vendor.js:9:8)
    at eval (eval at run (https://canje.test/vendor.js:1:1), <anonymous>:1:1)`
const FIREFOX = `onClick@${folder}/Tab.0123456789abcdef.js:1:250
async*load/<@${folder}/csv.js:2:30
@${folder}/Tab.0123456789abcdef.js:3:4
`
const SAFARI = `onClick@${folder}/Tab.0123456789abcdef.js:1:250
${folder}/csv.js:2:30
[native code]
global code@${folder}/Tab.0123456789abcdef.js:3:4`

it('reads a stack of Chromium', () => {
  expect(framesOf(CHROMIUM).join('\n')).toBe(`    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at ${folder}/csv.js:2:30
    at Rows (${folder}/Tab.0123456789abcdef.js:3:4)
    at Object.load (https://canje.test/vendor.js:9:8)
    at eval (https://canje.test/vendor.js:1:1)`)
})

it('reads a stack of Firefox', () => {
  expect(framesOf(FIREFOX).join('\n')).toBe(`    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at load/< (${folder}/csv.js:2:30)
    at ${folder}/Tab.0123456789abcdef.js:3:4`)
})

it('reads a stack of Safari', () => {
  expect(framesOf(SAFARI).join('\n')).toBe(`    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at ${folder}/csv.js:2:30
    at code (${folder}/Tab.0123456789abcdef.js:3:4)`)
})

it.each([
  ['Chromium', '\n    at CodesTab (https://r.test/Tab.js:1:2)\n    at div\n    at Suspense (<anonymous>)'],
  ['Firefox', 'CodesTab@https://r.test/Tab.js:1:2\ndiv@unknown:0:0\nSuspense@unknown:0:0'],
])('reads components of %s', (_browser, componentStack) => {
  expect(framesOf(componentStack)).toEqual(['    at CodesTab (https://r.test/Tab.js:1:2)'])
})

it('leaves out queries, and the message', () => {
  const stack = `Error: ana https://x.test/a.js:1:1\n    at f (https://r.test/Tab.js?correo=juan@ejemplo.com#q=Ana:1:2)`
  expect(framesOf(stack)).toEqual(['    at f (https://r.test/Tab.js:1:2)'])
})

it('finds the frames after a message of 10 MB', () => {
  expect(framesOf(`Error: ${'a'.repeat(10_000_000)}\n    at f (https://r.test/Tab.js:1:2)`)).toHaveLength(1)
})

it.each([
  'a@'.repeat(5_000_000),
  'http://'.repeat(1_000_000),
  `${'    at f (https://r.test/Tab.js:1:2)\n'.repeat(200_000)}`,
])('reads 20,000 characters of a stack of 10 MB', (stack) => {
  expect(framesOf(stack).join('\n').length).toBeLessThanOrEqual(20_000)
})
