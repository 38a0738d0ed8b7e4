import { download } from '@canje/tab-testing/browser'
import { expect, openTab, test, toast } from '../support/test'

const A = '9007199254740993'
const B = '9007199254740992'
/** With these rows, the response goes through the worker. */
const OTHERS = 10_000

const row = (id: string, name: string) =>
  `{ "id": ${id}, "name": "${name}", "userName": null, "used": 0, "date": "2026-01-02 03:04:05" }`
const others = Array.from({ length: OTHERS }, (_, index) => row(String(index + 1), `C${index + 1}`))

test('in a large list, codes whose ids share a double are shown, found, sorted, exported and deleted apart', {
  tag: '@long',
}, async ({ staffPage: page }) => {
  let rows = [...others, row(A, 'A'), row(B, 'B'), row(`-${A}`, 'C'), row('"1"', 'D')]
  await page.route('**/SelectCodes', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `{ "data": { "data": [${rows}] } }` })
  })
  const sent: (string | null)[] = []
  await page.route('**/DeleteCode', async (route) => {
    sent.push(route.request().postData())
    rows = rows.filter((other) => other !== row(A, 'A'))
    await route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, json: { data: 1 } })
  })
  const panel = await openTab(page, 'Codigos')
  await expect(panel.locator('.p-datatable')).toHaveAttribute('aria-busy', 'false')
  const ids = panel.locator('tbody tr td:first-child')
  const lastIds = async () => (await ids.allTextContents()).slice(-3)

  const header = panel.getByRole('columnheader', { name: 'Id', exact: true })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await header.click()
  await expect(ids.first()).toHaveText(`-${A}`)
  await expect(ids.nth(1)).toHaveText('1')
  await expect(ids.nth(2)).toHaveText('1')
  await panel.getByRole('button', { name: 'Última página' }).click()
  await expect.poll(lastIds).toEqual([String(OTHERS), B, A])

  const { text } = await download(page, () => panel.getByRole('button', { name: 'CSV' }).click())
  const lines = text.split('\r\n')
  expect(lines.slice(-2).map((line) => line.split(',')[0])).toEqual([B, A])

  await panel.getByRole('textbox', { name: 'Buscar en Codigos' }).fill('900719925474099')
  await expect(ids).toHaveText([`-${A}`, B, A])
  await panel.getByRole('button', { name: 'Borrar A', exact: true }).click()
  await expect(toast(page, 'se elimino el codigos A')).toContainText('Eliminado')
  await expect(ids).toHaveText([`-${A}`, B])
  expect(sent).toEqual([`{"prmCodeId":${A}}`])
})
