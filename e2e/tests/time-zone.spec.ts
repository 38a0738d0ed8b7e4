import { download } from '@canje/tab-testing/browser'
import type { Page } from '@playwright/test'
import { expect, openMain, openTab, test } from '../support/test'

const format = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/Bogota',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The times of day on screen, without those of the service's dates. */
async function timesOf(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return [...new Set(text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '').match(/\b\d{1,2}:\d\d\b/g))]
}

for (const timezoneId of ['Europe/Madrid', 'Asia/Tokyo']) {
  test.describe(`with the browser in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('every time on screen is that of Bogotá', async ({ page }) => {
      const now = new Date()
      const [day = '', time = ''] = format.format(now).split(' ')
      const minute = time.slice(0, 5)
      await page.clock.setFixedTime(now)
      await openMain(page)
      expect(await page.evaluate(() => new Date().getHours())).not.toBe(Number(time.slice(0, 2)))
      for (const label of ['Codigos', 'Puntaje', 'Referidos', 'Reportes', 'Usuarios']) {
        await openTab(page, label)
        await expect.poll(() => timesOf(page)).toEqual([minute])
      }

      const panel = page.getByRole('tabpanel', { name: 'Usuarios' })
      await panel.getByRole('cell').getByRole('link').first().click()
      await expect(panel.getByText('Datos de')).toHaveCount(2)
      expect(await timesOf(page)).toEqual([minute])
      await page.keyboard.press('Escape')

      await panel.getByRole('button', { name: 'Filtro' }).click()
      await panel.getByRole('button', { name: 'Hoy' }).click()
      await expect(panel.getByRole('button', { name: `Quitar filtro Fecha (registro): ${day}` })).toBeVisible()
      await page.keyboard.press('Escape')

      await panel.getByRole('button', { name: 'Vista' }).click()
      const { filename } = await download(page, () => panel.getByRole('menuitem', { name: /Excel/ }).click())
      expect(filename).toBe(`Usuarios ${day} ${time.replaceAll(':', '.')}.xlsx`)

      await panel.getByRole('button', { name: 'Vista' }).click()
      await panel.getByRole('menuitem', { name: 'Diagnóstico' }).click()
      const field = page.getByRole('textbox', { name: 'Diagnóstico' })
      await expect(field).toHaveValue(new RegExp(`^Diagnóstico de Canje, ${day} ${time} GMT-5\n`))
      const lines = (await field.inputValue()).split('\n').filter((line) => /^\d\d:/.test(line))
      expect(lines.length).toBeGreaterThan(4)
      expect(lines.filter((line) => !line.startsWith(`${time} `))).toEqual([])
    })
  })
}
