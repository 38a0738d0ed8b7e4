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
const WORKER = `TypeError: no hay filas
    at onClick (blob:${folder}/x:1:2)`

it.each([
  [
    'Chromium',
    CHROMIUM,
    `    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at ${folder}/csv.js:2:30
    at Rows (${folder}/Tab.0123456789abcdef.js:3:4)
    at Object.load (https://canje.test/vendor.js:9:8)
    at eval (https://canje.test/vendor.js:1:1)`,
  ],
  [
    'Firefox',
    FIREFOX,
    `    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at load/< (${folder}/csv.js:2:30)
    at ${folder}/Tab.0123456789abcdef.js:3:4`,
  ],
  [
    'Safari',
    SAFARI,
    `    at onClick (${folder}/Tab.0123456789abcdef.js:1:250)
    at ${folder}/csv.js:2:30
    at code (${folder}/Tab.0123456789abcdef.js:3:4)`,
  ],
  ['a worker', WORKER, `    at onClick (${folder}/x:1:2)`],
])('reads a stack of %s', (_browser, stack, frames) => {
  expect(framesOf(stack).join('\n')).toBe(frames)
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

it('reads the last 20,000 characters of a stack of 1 MB', () => {
  const frame = '    at f (https://r.test/Tab.js:1:2)\n'
  expect(framesOf(`Error: ${'a'.repeat(1_000_000)}\n${frame}`)).toHaveLength(1)
  expect(framesOf(frame.repeat(20_000)).join('\n').length).toBeLessThanOrEqual(20_000)
})
