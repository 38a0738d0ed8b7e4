import type { Locator, Page } from '@playwright/test'
import { runClockUntil, stopClock } from '../support/clock'
import { expect, openMain, openTab, sampled, test } from '../support/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Stubs twelve codes and opens Codigos. @returns the panel, and a live list of the deleted ids */
async function openCodes(page: Page): Promise<{ panel: Locator; deleted: number[] }> {
  const deleted: number[] = []
  const headers = { 'Access-Control-Allow-Origin': '*' }
  await page.route('**/SelectCodes', (route) => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1).filter((id) => !deleted.includes(id))
    const data = ids.map((id) => ({ id, name: `CODIGO-${id}`, userName: null, used: 0, date: '2026-01-02 03:04:05' }))
    return route.fulfill({ headers, json: { data: { data } } })
  })
  await page.route('**/DeleteCode', (route) => {
    deleted.push(route.request().postDataJSON().prmCodeId)
    return route.fulfill({ headers, json: { data: 1 } })
  })
  return { panel: await openTab(page, 'Codigos'), deleted }
}

const deleteButton = (panel: Locator, id: number) =>
  panel.getByRole('button', { name: `Borrar CODIGO-${id}`, exact: true })

async function centreOf(button: Locator): Promise<[number, number]> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not visible.')
  // Whole pixels, so that a distance of 8 px is exact.
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
}

/** Advances the page's paused clock until a code is hidden. */
function waitForRemoval(page: Page, panel: Locator, id: number): Promise<void> {
  return runClockUntil(page, (limit) => expect(panel.getByText(`CODIGO-${id}`, { exact: true })).toBeHidden(limit))
}

test('a press hits what is there: below a hovered link, but not a code that has just moved up', async ({
  staffPage: page,
}) => {
  const { panel, deleted } = await openCodes(page)
  const link = (id: number) => panel.getByRole('link', { name: `CODIGO-${id}`, exact: true })
  await page.mouse.move(...(await centreOf(link(1))))
  await page.mouse.move(...(await centreOf(link(2))), { steps: 5 })
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'CODIGO-2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const spot = await centreOf(deleteButton(panel, 1))
  await stopClock(page)

  await page.mouse.click(...spot)
  await waitForRemoval(page, panel, 1)
  await page.clock.runFor(350)
  await page.mouse.click(...spot)
  await expect(panel.getByText('Espere un momento: la lista acaba de cambiar.')).toBeVisible()
  await page.clock.runFor(400)
  await page.mouse.click(...(await centreOf(deleteButton(panel, 5))))
  await waitForRemoval(page, panel, 5)
  expect(deleted).toEqual([1, 5])
})

/** Makes the texts of all lists longer than their columns. */
async function stubLongTexts(page: Page): Promise<void> {
  await page.route('**/Select*', async (route) => {
    const response = await route.fetch()
    const lengthen = (row: object) =>
      Object.entries(row).map(([key, value]) => {
        const isShort = typeof value !== 'string' || /date|code$/i.test(key)
        return [key, isShort ? value : `${value} de la Santísima Trinidad y de los Dolores`]
      })
    const { data } = await response.json()
    const rows: object[] = data.data ?? data
    const json = { data: rows.slice(0, 20).map((row) => Object.fromEntries(lengthen(row))) }
    await route.fulfill({ response, json })
  })
}

/** The cells of other rows at whose place a press would hit this row, and the texts of this row that are cut off. */
const faultsOf = (row: Locator) =>
  row.evaluate((one) => {
    const cells = (other: Element | null) => [...(other?.children ?? [])]
    const covered = [one.previousElementSibling, one.nextElementSibling].flatMap(cells).filter((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect()
      // The edges, too.
      return [1, height / 2, height - 2].some((down) => {
        const hit = document.elementFromPoint(x + width / 2, y + down)
        return hit?.closest('tbody') && hit.closest('td') !== cell
      })
    })
    const texts = [...one.querySelectorAll(':is(td:hover, tr:focus-visible > td) > .cell-text')]
    const cut = texts.filter(
      (text) => text.scrollWidth > text.clientWidth || getComputedStyle(text).whiteSpace === 'nowrap',
    )
    return [...covered, ...cut].map(({ textContent }) => textContent)
  })

for (const tab of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
  test(
    `the full text of a cell takes no press of another row, in ${tab}`,
    sampled(tab === 'Codigos'),
    async ({ page }) => {
      await stubLongTexts(page)
      await openMain(page)
      const panel = await openTab(page, tab)
      const rows = await panel.locator('tbody tr').all()
      const [first] = rows
      if (!first) throw new Error(`${tab} has no rows.`)
      const column = await first.evaluate((row) =>
        [...row.querySelectorAll('td')].findIndex(
          ({ firstElementChild: text }) => text && text.scrollWidth > text.clientWidth,
        ),
      )
      expect(column, `a cut text in ${tab}`).toBeGreaterThan(-1)
      for (const row of rows) {
        await row.locator('td').nth(column).hover()
        expect(await faultsOf(row), `a hovered row of ${tab}`).toEqual([])
      }
      await page.mouse.move(0, 0)
      await first.focus()
      for (const row of rows) {
        await expect(row).toBeFocused()
        expect(await faultsOf(row), `a focused row of ${tab}`).toEqual([])
        await page.keyboard.press('ArrowDown')
      }
    },
  )
}
