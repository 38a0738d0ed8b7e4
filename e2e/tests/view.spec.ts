import type { Locator, Page } from '@playwright/test'
import { expect, filterBy, loadedPanel, openMain, submitLogin, test, toast } from '../support/test'

const search = (panel: Locator, label: string) => panel.getByLabel(`Buscar en ${label}`)
const cells = (panel: Locator, column: number) => panel.locator(`tbody tr td:nth-child(${column})`)

/** Stubs SelectCodes with a list of codes; every third one is redeemed. */
async function stubCodes(page: Page, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `C${String(index * 7919).padStart(9, '0')}`)
  const data = names.map((name, index) => ({
    id: index + 1,
    name,
    userName: index % 3 === 0 ? `José Ñañez N${index}` : null,
    used: index % 3 === 0 ? 1 : 0,
    date: `2025-${String((index % 12) + 1).padStart(2, '0')}-15 08:00:00`,
  }))
  await page.route('**/SelectCodes', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { data: { data } } })
  })
  return names
}

test('a search finds a code by a part, and the URL restores the view', async ({ page, context }) => {
  const names = await stubCodes(page, 300)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  const wanted = names[123] ?? ''

  await page.keyboard.press('/')
  await expect(search(panel, 'Codigos')).toBeFocused()
  await page.keyboard.type(wanted.slice(3).toLowerCase())
  await expect(cells(panel, 3)).toHaveText([wanted])
  await expect(panel.locator('mark')).toHaveText([wanted.slice(3)])
  await panel.getByRole('button', { name: '300 en total' }).click()
  await expect(search(panel, 'Codigos')).toHaveValue('')

  await filterBy(panel, 'Estado', 'sin redimir (200)')
  await panel.getByRole('columnheader', { name: 'Fecha' }).click()
  await panel.getByRole('columnheader', { name: 'Fecha' }).click()
  await panel.getByRole('button', { name: 'Siguiente página' }).click()
  await expect(page).toHaveURL(/tab=codigos#used=sin\+redimir&orden=date\.desc&pagina=2$/)
  const shown = await cells(panel, 3).allInnerTexts()

  await panel.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(toast(page, 'Se copió el enlace de esta vista')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await page.reload()
  await loadedPanel(page, 'Codigos')
  await expect(cells(panel, 3)).toHaveText(shown)

  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page).toHaveURL(/\/login#volver=/)
  await submitLogin(page)
  await loadedPanel(page, 'Codigos')
  await expect(cells(panel, 3)).toHaveText(shown)
  expect(page.url()).toBe(link)
})
