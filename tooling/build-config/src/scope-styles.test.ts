import { describe, expect, it } from 'vitest'
import { scopeStyles } from './scope-styles'

const SCOPE = { selector: '[s]', suffix: 'mf_1' }
const IN = ':where([s],[s] *)'
const scope = (...sheets: string[]) => scopeStyles(sheets, SCOPE)[0]

describe('selectors', () => {
  it.each([
    ['td', `td${IN}`],
    ['td, th > a', `td${IN}, th > a${IN}`],
    ['.main-header .p-button:hover', `.main-header .p-button:hover${IN}`],
    ['td::before', `td${IN}::before`],
    ['::selection', `${IN}::selection`],
    ['a[href="x,y"]:not(.b, td)', `a[href="x,y"]:not(.b, td)${IN}`],
    ['html.dark td', `html.dark td${IN}`],
  ])('%s matches in the tab only', (selector, scoped) => {
    expect(scope(`${selector}{color:red}`)).toBe(`${scoped}{color:red}`)
  })

  it.each([':root', 'BODY', 'html body', ':root.dark', ':where(html)'])(
    '%s matches the element of the tab',
    (selector) => {
      expect(scope(`${selector}{--x:1}`)).toBe(`${selector}${IN},${selector} :where([s]){--x:1}`)
    },
  )

  it('keeps the pseudo-elements of the page on the element of the tab', () => {
    expect(scope('body::before{}')).toBe(`body${IN}::before,body :where([s])::before{}`)
  })

  it('limits nested rules, whose subject may be elsewhere', () => {
    expect(scope('.x{:not(&){color:red}> td{}&:hover{}}')).toBe(
      `.x${IN}{:not(&)${IN}{color:red}> td${IN}{}&:hover${IN}{}}`,
    )
  })

  it.each([
    '@media print',
    '@supports (display: grid)',
    '@container (width > 1px)',
    '@scope (html)',
    '@starting-style',
  ])('limits the rules of %s', (group) => {
    expect(scope(`${group}{td{color:red}}`)).toBe(`${group}{td${IN}{color:red}}`)
  })
})

describe('names', () => {
  it('renames the animations of the build, wherever it uses them', () => {
    expect(scope('@keyframes spin{from{top:0}50%{top:1px}}.a{animation:1s ease spin,is-waiting 2s}')).toBe(
      `@keyframes spin_mf_1{from{top:0}50%{top:1px}}.a${IN}{animation:1s ease spin_mf_1,is-waiting 2s}`,
    )
    const uses = '.a{animation-name:"spin";--animate:spin 1s;transition:spin 1s;background:url(spin.png)}'
    expect(scope(uses, '@keyframes spin{}')).toBe(
      `.a${IN}{animation-name:spin_mf_1;--animate:spin_mf_1 1s;transition:spin 1s;background:url(spin.png)}`,
    )
  })

  it('renames fonts', () => {
    const sheet = '@font-face{font-family:"My Font";src:url(a.woff2)}.a{font:1rem/2 My Font,serif;--f:\'My Font\'}'
    expect(scope(sheet)).toBe(
      `@font-face{font-family:"My Font_mf_1";src:url(a.woff2)}.a${IN}{font:1rem/2 "My Font_mf_1",serif;--f:"My Font_mf_1"}`,
    )
  })

  it('renames a font whose name begins with that of another one', () => {
    const sheet = '@font-face{font-family:Roboto}@font-face{font-family:Roboto Mono}.a{font-family:Roboto Mono,Roboto}'
    expect(scope(sheet)).toContain('{font-family:"Roboto Mono_mf_1",Roboto_mf_1}')
  })

  it('renames fonts in any case, and animations in theirs only', () => {
    expect(scope('@font-face{font-family:Own}.a{font-family:"x",OWN,own}')).toContain('"x",OWN_mf_1,own_mf_1}')
    expect(scope('@keyframes spin{}.a{animation:Spin 1s}')).toContain('animation:Spin 1s')
  })

  it('renames layers', () => {
    expect(scope('@layer a, b.c;@layer a{@layer d{td{}}}@layer{td{}}')).toBe(
      `@layer a_mf_1, b_mf_1.c;@layer a_mf_1{@layer d{td${IN}{}}}@layer{td${IN}{}}`,
    )
  })

  it('sets the initial value of a registered property in the tab', () => {
    const sheet = '@property --x{syntax:"<length>";inherits:false;initial-value:1px}@property --y{inherits:true}'
    const scoped = scope(sheet) ?? ''
    expect(scoped).not.toContain('@property')
    expect(scoped).toContain(`:where(*)${IN} { --x: 1px }`)
    expect(scoped).toContain(':where(:root) :where([s]) { --y: initial }')
  })
})

it.each([
  ['@import url(https://fonts.example/a.css);', "'@import url(https://fonts.example/a.css)' is not bundled"],
  ['@page { size: landscape }', "'@page' would apply to the whole page"],
  ['@scope (html) { color: red }', "'@scope' would apply to the whole page"],
  ['@charset "shift_jis";td{}', `'@charset "shift_jis"' is not UTF-8`],
  ['td { color: red', 'Unclosed block'],
])('refuses %s', (sheet, reason) => {
  expect(() => scope(sheet)).toThrow(reason)
})
