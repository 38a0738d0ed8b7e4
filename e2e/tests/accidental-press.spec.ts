import type { Locator, Page } from '@playwright/test'
import { expect, openMain, openTab, sampled, test } from '../support/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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
