import { findChromium } from '@canje/cli/project/test-runner'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectKeys } from './keys'
import { expectOnPaper, textOf } from './phone'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(process.env, new AbortController().signal) })
})
afterAll(() => browser.close())

async function rulesOf(html: string) {
  const page = await browser.newPage()
  await page.setContent(`<div role="tabpanel">${html}</div>`)
  expect(await textOf(page)).not.toContain('Cargando')
  await expectKeys(page)
  await expectOnPaper(page)
}

it.each([
  [
    'a list of buttons, which it does not print',
    '<style>@media print { menu { display: none } }',
    '<menu><li><button>+',
  ],
  [
    'a row for paper only',
    '<style>@media screen { tr + tr { display: none } }',
    '<table><tr><td>Ana<tr><td>Eva</table>',
  ],
  [
    'a hidden checkbox',
    '<style>input { outline: 0 } :focus + i { outline: 1px solid }',
    '<input type="checkbox"><i>x</i>',
  ],
  ['what shows while it loads, hidden', '<style>[title] { display: none }', '<p title="Cargando">Ana'],
])('allows %s', (_what, style, html) => rulesOf(`${style}</style>${html}`))

it.each([
  ['a row that is not printed', '<style>@media print { tr { display: none } }', 'Rows and pictures on paper'],
  ['a control that does not show the focus', '<style>button { outline: 0 }', 'which has no outline'],
])('finds %s', async (_what, style, message) => {
  await expect(rulesOf(`${style}</style><table><tr><td><button>+</table>`)).rejects.toThrow(message)
})
