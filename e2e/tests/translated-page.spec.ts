import type { Page } from '@playwright/test'
import { RESOURCE_FAILED } from '../support/console'
import { expect, filterBy, loadedPanel, openTab, submitLogin, test } from '../support/test'

/** Keeps the page as a translation leaves it: each text node is in two `font` elements, also those that appear later. */
async function keepTranslated(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (texts.nextNode()) found.push(texts.currentNode)
      for (const text of found) {
        if (text.parentElement?.closest('font, script, style, textarea, option')) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        text.parentNode?.replaceChild(outer, text)
        outer.append(inner)
        inner.append(text)
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      translate()
      new MutationObserver(translate).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
}

test('a translated page signs in, searches, filters, deletes, restores, and signs out', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, /^Request failed with status code/)
  await keepTranslated(page)
  await page.goto('/login')
  await submitLogin(page, 'wrong-1234')
  await expect(page.locator('#sign-in-note')).toHaveText(/\S/)
  await submitLogin(page)
  await loadedPanel(page, 'Usuarios')
  expect(await page.locator('font > font').count()).toBeGreaterThan(20)

  const panel = await openTab(page, 'Codigos')
  const search = panel.getByRole('textbox', { name: 'Buscar en Codigos' })
  for (const text of ['a', 'ab', '', 'zzzz']) await search.fill(text)
  await expect(panel.getByText('Nada coincide con «zzzz».')).toBeVisible()
  await panel.getByRole('button', { name: 'Quitar búsqueda' }).click()
  await search.fill('a')
  await expect(panel.locator('mark').first()).toBeVisible()
  await search.fill('')
  await expect(panel.locator('mark')).toHaveCount(0)

  await panel.getByRole('columnheader', { name: 'Codigo', exact: true }).getByRole('button').click()
  await panel.getByRole('button', { name: 'Última página' }).click()
  await panel.getByRole('button', { name: 'Primera página' }).click()
  await filterBy(panel, 'Estado', /^sin redimir /)
  await expect(panel.getByRole('list', { name: 'Filtros activos' })).toBeVisible()

  const remove = panel.getByRole('button', { name: /^Borrar (?!codigos)/ }).first()
  const name = (await remove.getAttribute('aria-label'))?.replace('Borrar ', '') ?? ''
  await remove.click()
  await expect(panel.getByRole('region', { name: 'Comprobante' })).toContainText(name)
  await panel.getByRole('button', { name: 'Deshacer' }).click()
  await expect(panel.getByRole('link', { name })).toBeVisible()
  await panel.getByRole('button', { name: / en total$/ }).click()

  await openTab(page, 'Reportes')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
})
