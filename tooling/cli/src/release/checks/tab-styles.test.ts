import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scopeStyles } from '@canje/build/scope-styles'
import { styleScopeOf } from '@canje/build/unlimited-styles'
import { exampleRelease } from '@canje/registry/testing'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { findChromium } from '../../project/test-runner'
import { checkStylesIn } from './tab-styles'

const manifest = { ...exampleRelease({ build: 'b1' }), name: 'mf-x' }
const ROOT = '[data-styles="mf-x@b1"]'

let browser: Browser
let dist: string

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(process.env, new AbortController().signal) })
})
afterAll(() => browser.close())
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'canje-styles-'))
})
afterEach(() => rm(dist, { recursive: true }))

/** What a browser reads of a style sheet that reaches beyond the tab. */
async function reached(sheet: string): Promise<string[]> {
  await writeFile(join(dist, 'Tab.css'), sheet)
  return (await checkStylesIn(browser, manifest, dist)).map(({ message }) => message)
}

it.each([
  ['a string', `${ROOT} .a{content:"x\n} td{color:red} ${ROOT} .b{content:"}`, 'td'],
  ['a string of one quote', `${ROOT} .a{content:'x\n} td{color:red} ${ROOT} .b{content:'}`, 'td'],
  ['a string in an attribute', `${ROOT} [a="x\n]{} td{color:red} ${ROOT} [a="]{}`, 'td'],
  ['a string of the rule around it', `${ROOT}{ .a{content:"x\n}} td{color:red} .b{content:"}}`, 'td, .b'],
  ['an escaped property of a font', String.raw`@font-face{font-family:Own_mf-x_b1;font-\66 amily:Inter}`, '@font-face'],
])('finds what a browser reads after %s that other parsers read on', async (_place, sheet, found) => {
  expect(await reached(sheet)).toEqual([`Tab.css of mf-x reaches beyond its tab: ${found}.`])
})

it.each([
  ['a byte order mark', `\uFEFF${ROOT} td{color:red}`],
  ['nested rules', `${ROOT}{ td{color:red} &:hover{color:red} @media print{color:red; .a{color:red}} }`],
  ['names of its build', '@keyframes fade_mf-x_b1{to{opacity:0}}@font-face{font-family:"Own_mf-x_b1";src:url(a)}'],
])('accepts %s', async (_what, sheet) => {
  expect(await reached(sheet)).toEqual([])
})

it('accepts what the build of the kit limits', async () => {
  const sheet = `
    html{--a:1} .a ~ .b:hover::after, :is(.c, body):has(td){color:red; & + &{color:blue} > p{color:red} :root &{top:0}}
    @property --x{syntax:'*';inherits:false} @keyframes fade{from{opacity:0}} @counter-style x{symbols:"a"}
    @font-face{font-family:A;font-family:Own;src:url(own.woff2)} @layer a, b.c; @layer a{@layer d{p{color:red}}}
    @scope (.a) to (.b){:scope{color:red}} @starting-style{td{opacity:0}} @media print{::backdrop{color:red}}`
  expect(await reached(scopeStyles([sheet], styleScopeOf('mf-x@b1')).join())).toEqual([])
})
