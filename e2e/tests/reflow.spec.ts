import type { Locator, Page } from '@playwright/test'
import { viewports } from '../support/axe'
import { expect, openTab, sampled, test } from '../support/test'

const TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']
/** The tab with the most buttons, and that with the most filters. */
const FULLEST = ['Codigos', 'Reportes']

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

/** Requires that everything of a tab, and its menus, can be reached. */
async function expectNothingLost(panel: Locator, name: string): Promise<void> {
  const page = panel.page()
  const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await expect.poll(isWithin, name).toBe(true)
  await expect.poll(() => unreachable(page), name).toEqual([])
  for (const menu of ['+ Filtro', 'Vista']) {
    await panel.getByRole('button', { name: menu, exact: true }).click()
    const popup = panel.getByRole('group', { name: menu })
    await expect(async () => {
      const box = await popup.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      expect(await isWithin()).toBe(true)
    }, `${name}, ${menu}`).toPass()
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
}

/** Requires that a text of any size is in the middle of the search field. */
async function expectCentred(search: Locator): Promise<void> {
  const gaps = await search.evaluate((field) => {
    const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field)
    const free = field.clientHeight - Number.parseFloat(lineHeight)
    return [Number.parseFloat(paddingTop) - free / 2, Number.parseFloat(paddingBottom) - free / 2]
  })
  for (const gap of gaps) expect(Math.abs(gap)).toBeLessThanOrEqual(1)
}

test('in a narrow and low window, and with a font of 32 px, everything of a tab can be reached', async ({
  staffPage: page,
}) => {
  const browser = await page.context().newCDPSession(page)
  const setFont = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  for (const label of process.env.LONG_TESTS ? TABS : FULLEST) {
    const panel = await openTab(page, label)
    for (const height of process.env.LONG_TESTS ? [640, 256] : [256]) {
      await page.setViewportSize({ width: 320, height })
      await expectNothingLost(panel, `${label} at 320×${height}`)
    }
    await setFont(32)
    await page.setViewportSize(viewports.phone)
    await expectNothingLost(panel, `${label} on a phone with a font of 32 px`)
    if (label !== 'Usuarios') {
      await panel.getByRole('button', { name: label === 'Codigos' ? 'Historial' : 'Resumen' }).click()
      const choice = await page.getByRole('dialog').getByRole('combobox').first().boundingBox()
      expect((choice?.x ?? 0) + (choice?.width ?? 390)).toBeLessThanOrEqual(viewports.phone.width)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize(viewports.desktop)
    await expectNothingLost(panel, `${label} with a font of 32 px`)
    await expectCentred(panel.getByRole('textbox', { name: `Buscar en ${label}` }))
    await setFont(16)
  }
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
