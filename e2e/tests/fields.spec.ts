import type { Page } from '@playwright/test'
import { installClock } from '../support/clock'
import { expect, openTab, submitLogin, test } from '../support/test'

/** The tab with the most buttons, and that with the most filters: the fields of the others are the same. */
const TABS = ['Codigos', 'Reportes']

/** Fields that a phone would magnify, and texts that a password manager would fill. */
function faultyFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    const nameOf = (field: HTMLInputElement) => field.labels?.[0]?.textContent || field.ariaLabel || field.outerHTML
    const isFilled = ({ type, readOnly, autocomplete }: HTMLInputElement) =>
      ['text', 'search', 'date', 'textarea'].includes(type) && !readOnly && !['off', 'username'].includes(autocomplete)
    return [
      ...fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `${nameOf(field)}: ${getComputedStyle(field).fontSize}`),
      ...fields.filter(isFilled).map((field) => `${nameOf(field)}: autocomplete`),
    ]
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('no field is magnified by the focus, nor filled with the name of an account', async ({ page }) => {
    const fields = page.locator('input, select, textarea')
    const check = (what: string) => expect.poll(() => faultyFields(page), what).toEqual([])
    const advance = await installClock(page)
    await page.goto('/login')
    await expect(fields).toHaveCount(2)
    await check('login')

    // The session bar is shown to a known person.
    await submitLogin(page)
    for (const label of TABS) {
      const panel = await openTab(page, label)
      await expect(panel.getByRole('textbox', { name: 'Ir a la página' })).toBeVisible()
      await check(label)
      for (const menu of ['+ Filtro', 'Vista']) {
        await panel.getByRole('button', { name: menu, exact: true }).click()
        const popup = panel.getByRole('group', { name: menu })
        // The dates, the last column with a filter.
        if (menu === '+ Filtro') await popup.getByRole('button').last().click()
        await expect(popup.locator('input, select').first()).toBeVisible()
        await check(`${label}, ${menu}`)
        await page.keyboard.press('Escape')
      }
    }

    const dialogs = [
      ['Codigos', 'Crear codigo'],
      ['Codigos', 'Historial'],
      ['Puntaje', 'Filtrar'],
      ['Reportes', 'Resumen'],
    ] as const
    for (const [label, button] of dialogs) {
      const panel = await openTab(page, label)
      await panel.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('dialog').locator('input, select').first()).toBeVisible()
      await check(`${label}, ${button}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    const panel = await openTab(page, 'Reportes')
    await panel.getByRole('button', { name: 'Vista' }).click()
    await panel.getByRole('menuitem', { name: 'Diagnóstico' }).click()
    await expect(page.getByRole('dialog').locator('textarea')).toBeVisible()
    await check('Diagnóstico')
    await page.keyboard.press('Escape')

    const msLeft = await page.evaluate(() => Number(sessionStorage.getItem('expires_at')) - Date.now())
    await advance(msLeft - 50_000)
    await expect(page.getByRole('region', { name: 'Sesión' }).getByLabel('Contraseña')).toBeVisible()
    await check('the session bar')
  })

  test('no rule of a tab makes a field smaller', async ({ staffPage: page }) => {
    const search = page.getByRole('textbox', { name: 'Buscar en Usuarios' })
    const sizes = await search.evaluate((field) => {
      const sheet = new CSSStyleSheet()
      document.adoptedStyleSheets = [sheet]
      const sizeWith = (rule: string) => {
        sheet.replaceSync(rule)
        return getComputedStyle(field).fontSize
      }
      const small = sizeWith('html body textarea[name], html body textarea { font-size: 9px }')
      const important = sizeWith('html body textarea { font-size: 9px !important }')
      const layered = sizeWith('@layer tab { textarea { font-size: 9px !important } }')
      field.style.fontSize = '9px'
      const inline = sizeWith('')
      field.style.fontSize = ''
      return { small, important, layered, inline }
    })
    expect(sizes).toEqual({ small: '16px', important: '16px', layered: '16px', inline: '16px' })
  })
})
