import type { Page } from '@playwright/test'
import { API_FAILED, RESOURCE_FAILED } from '../support/console'
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

test('a translated page signs in, searches, filters, opens details, adds up, deletes, restores, and signs out', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(API_FAILED, RESOURCE_FAILED, /^Request failed with status code/)
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
  await search.fill('yyyy')
  await expect(panel.locator('.no-match')).toContainText('Nada coincide con «yyyy».')
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

  await filterBy(panel, 'Estado', /^redimido /)
  const [code, person] = ['td[data-header=Codigo]', 'td[data-header=Usuario]'].map((cell) =>
    panel.locator('tbody tr').first().locator(cell).getByRole('link'),
  )
  const details = page.getByRole('dialog')
  // The panel of the person shows other entries as its lists arrive.
  for (const link of [code, person]) {
    const heading = (await link?.innerText()) ?? ''
    await link?.click()
    await expect(details.getByRole('heading', { level: 3, name: heading })).toBeVisible()
  }
  await expect(details.locator('.detail-link').first()).toBeVisible()
  for (const data of ['td .cell-text', '.detail-heading bdi', '.detail-fields dd', '.detail-link', '.chip']) {
    expect(await page.locator(data).count(), data).toBeGreaterThan(0)
    const marked = ':is([translate=no], [translate=no] *, :has([translate=no]))'
    await expect(page.locator(`${data}:not(${marked})`), data).toHaveCount(0)
  }
  await page.route('**/SelectCodes', (route) => route.abort())
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  const retry = panel.getByRole('button', { name: 'Reintentar' })
  await expect(retry.first()).toBeVisible()
  await page.unroute('**/SelectCodes')
  await retry.first().click()
  await expect(retry).toHaveCount(0)
  await details.getByRole('button', { name: 'Cerrar' }).click()
  await filterBy(panel, 'Estado', /^sin redimir /)

  const remove = panel.getByRole('button', { name: /^Borrar (?!codigos)/ }).first()
  const name = (await remove.getAttribute('aria-label'))?.replace('Borrar ', '') ?? ''
  await remove.click()
  await expect(panel.getByRole('region', { name: 'Comprobante' })).toContainText(name)
  await panel.getByRole('button', { name: 'Deshacer' }).click()
  await expect(panel.getByRole('link', { name })).toBeVisible()
  await panel.getByRole('button', { name: / en total$/ }).click()

  const scores = await openTab(page, 'Puntaje')
  for (const [rows, sum] of [
    [[], /^Suma de puntos: 0$/],
    [[{ name: 'Ana', points: 'mucho' }], /^Suma de puntos: 0 \(/],
    [[{ name: 'Ana', points: 3 }], /^Suma de puntos: 3$/],
    [[], /^Suma de puntos: 0$/],
  ] as const) {
    await page.route(
      '**/SelectScores',
      async (route) => route.fulfill({ response: await route.fetch(), json: { data: rows } }),
      { times: 1 },
    )
    await scores.getByRole('button', { name: 'Refrescar' }).click()
    await expect(scores.locator('.counter-sum')).toHaveText(sum)
  }

  await openTab(page, 'Reportes')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
})
