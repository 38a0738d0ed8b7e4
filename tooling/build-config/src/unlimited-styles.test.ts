import { expect, it } from 'vitest'
import { scopeStyles } from './scope-styles'
import { styleScopeOf } from './style-scope'
import { unlimitedStyles } from './unlimited-styles'

const CONTAINER = 'mf-x@b1'
const ROOT = `[data-styles="${CONTAINER}"]`
const unlimited = (sheet: string) => unlimitedStyles(sheet, CONTAINER)

it.each([
  '',
  `${ROOT} { color: red }`,
  `[data-styles='${CONTAINER}'].a > .b + .c::before { color: red }`,
  `body ${ROOT} .a, .a:where(${ROOT}, ${ROOT} *) { color: red }`,
  `${ROOT} { body { display: none } & { color: red } > .a, body & .b { color: red } @media print { .c { color: red } } }`,
  `@media print { ${ROOT} .a { color: red } } @layer { ${ROOT} { color: red } }`,
  `@layer a_mf-x_b1, b_mf-x_b1.c; @layer a_mf-x_b1 { @layer d { ${ROOT} { color: red } } }`,
  '@keyframes fade_mf-x_b1 { from { opacity: 0 } }',
  '@charset "UTF-8";',
])('accepts what ends at the tab: %s', (sheet) => {
  expect(unlimited(sheet)).toEqual([])
})

it('accepts all that the build of the kit limits', () => {
  const sheet = `
    html { --a: 1 } .a ~ .b:hover::after, :is(.c, .d) { color: red; & + & { color: blue } > p { color: red } }
    @property --x { syntax: '*'; inherits: false } @keyframes fade { from { opacity: 0 } }
    @font-face { font-family: Own; src: url(own.woff2) } @layer base { p { color: red } }`
  expect(unlimited(scopeStyles([sheet], styleScopeOf(CONTAINER)).join())).toEqual([])
})

it.each([
  [':root, p { color: red }', ':root', 'p'],
  ['[data-styles] { color: red }', '[data-styles]'],
  ['[data-styles^="mf-x@b1"] p { color: red }', '[data-styles^="mf-x@b1"] p'],
  [`@media print { ${ROOT} p, p { color: red } }`, 'p'],
  ['@import url(theme.css);', '@import url(theme.css)'],
  ['@charset "shift_jis";', '@charset "shift_jis"'],
  ['@keyframes fade { from { opacity: 0 } }', '@keyframes fade'],
  ['@font-face { font-family: Own_mf-x_b1; font-family: Inter }', '@font-face'],
  ['@font-face { font-family: Own_mf-x_b1; FONT-FAMILY: Inter !important }', '@font-face'],
  ['@layer base_mf-x_b1, primereact;', '@layer base_mf-x_b1, primereact'],
  [`${ROOT} { @layer base { color: red } }`, '@layer base'],
])('names what reaches beyond the tab: %s', (sheet, ...found) => {
  expect(unlimited(sheet)).toEqual(found)
})
