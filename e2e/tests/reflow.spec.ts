import type { Page } from '@playwright/test'
import { expect, openTab, sampled, test } from '../support/test'

const TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']

/** Controls of the active tab that no scrolling brings into the window. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const controls = [...document.querySelectorAll('header a:not(.skip-link), button, textarea')].filter(isShown)
    const lost = controls.filter((control) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return x < 0 || y < 0 || x > innerWidth || y > innerHeight
    })
    return lost.map((control) => control.textContent || control.ariaLabel || control.className)
  })
}

async function expectNothingLost(page: Page, name: string): Promise<void> {
  const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  for (const label of TABS) {
    const panel = await openTab(page, label)
    await expect.poll(isWithin, `${name}: ${label}`).toBe(true)
    await expect.poll(() => unreachable(page), `${name}: ${label}`).toEqual([])
    for (const menu of ['Filtro', 'Vista']) {
      await panel.getByRole('button', { name: menu, exact: true }).click()
      const popup = panel.getByRole('group', { name: menu })
      await expect(async () => {
        const box = await popup.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
        expect(await isWithin()).toBe(true)
      }, `${name}: ${label}, ${menu}`).toPass()
      await page.keyboard.press('Escape')
      await expect(popup).toHaveCount(0)
    }
  }
}

for (const height of [640, 256]) {
  test(
    `at 320×${height}, everything of every tab can be reached`,
    sampled(height === 256),
    async ({ staffPage: page }) => {
      await page.setViewportSize({ width: 320, height })
      await expectNothingLost(page, `320×${height}`)
    },
  )
}

test('with a font of 32 px, everything of every tab can be reached', async ({ staffPage: page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expectNothingLost(page, 'font of 32 px')
  const search = page.getByRole('textbox', { name: 'Buscar en Reportes' })
  const gaps = await search.evaluate((field) => {
    const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field)
    const free = field.clientHeight - Number.parseFloat(lineHeight)
    return [Number.parseFloat(paddingTop) - free / 2, Number.parseFloat(paddingBottom) - free / 2]
  })
  for (const gap of gaps) expect(Math.abs(gap)).toBeLessThanOrEqual(1)
})

for (const label of TABS) {
  test(
    `from the sign-out to the end of the page, ${label} has at most 16 tab stops`,
    sampled(label === 'Codigos'),
    async ({ staffPage: page }) => {
      const isPast = () => page.evaluate(() => document.activeElement?.matches('body, .skip-link'))
      const panel = await openTab(page, label)
      await expect(panel.locator('.p-datatable')).toHaveAttribute('aria-busy', 'false')
      await page.getByRole('button', { name: 'Cerrar sesión' }).focus()
      const pageField = panel.getByRole('textbox', { name: 'Ir a la página' })
      let [stops, hasPageField] = [-1, false]
      do {
        await page.keyboard.press('Tab')
        hasPageField ||= await pageField.evaluate((field) => field === document.activeElement)
        stops++
      } while (stops < 30 && !(await isPast()))
      console.log(`${label}: ${stops} tab stops`)
      expect(hasPageField, label).toBe(true)
      expect(stops, label).toBeLessThanOrEqual(16)
    },
  )
}
