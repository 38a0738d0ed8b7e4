import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import { expect, openTab, test } from '../support/test'

const ROWS = process.env.LONG_TESTS ? 100_000 : 20_000

/** Creates a score of a large campaign. The order by name is the reverse of the order by id. */
function score(index: number) {
  return {
    id: index + 1,
    points: (index * 7919) % 1000,
    name: `Persona ${String(ROWS - index).padStart(6, '0')}`,
    locate: index % 2 === 0 ? 'Sede, norte' : '=HOY()',
    date: '2026-01-02 03:04:05',
  }
}

const rows = Array.from({ length: ROWS }, (_, index) => score(index))

/** Stubs SelectScores with a large table, and opens it. */
async function openLarge(page: Page, data: object[]): Promise<Locator> {
  await page.route('**/SelectScores', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { data: { data } } })
  })
  const panel = await openTab(page, 'Puntaje')
  await expect(panel.locator('.p-datatable')).toHaveAttribute('aria-busy', 'false')
  return panel
}

test(`a table of ${ROWS} rows is paged, ordered and exported`, async ({ staffPage: page }) => {
  const panel = await openLarge(page, rows)
  const csv = panel.getByRole('button', { name: 'CSV' })
  const firstCells = panel.locator('tbody tr td:first-child')
  await panel.getByRole('button', { name: 'Última página' }).click()
  await expect(firstCells).toHaveText(rows.slice(-10).map(({ id }) => String(id)))
  await panel.getByRole('columnheader', { name: 'Usuario' }).click()
  await expect(firstCells).toHaveText(Array.from({ length: 10 }, (_, index) => String(ROWS - index)))
  const points = panel.getByRole('columnheader', { name: 'Puntaje' })
  await points.click()
  await expect(points).toHaveAttribute('aria-sort', 'descending')
  await points.click()
  const byPoints = rows.toSorted((a, b) => a.points - b.points)
  await expect(firstCells).toHaveText(byPoints.slice(0, 10).map(({ id }) => String(id)))

  const { text } = await download(page, () => csv.click())
  const [header, ...lines] = text.split('\r\n')
  expect(header).toBe('\uFEFFId,Puntaje,Usuario,Punto de venta,Fecha')
  expect(lines).toHaveLength(ROWS)
  const line = ({ id, points, name, locate, date }: (typeof rows)[number]) =>
    [id, points, name, locate.startsWith('=') ? `'${locate}` : `"${locate}"`, date].join(',')
  expect(lines.slice(0, 100)).toEqual(byPoints.slice(0, 100).map(line))
})
