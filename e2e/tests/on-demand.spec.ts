import type { Page } from '@playwright/test'
import { API_FAILED, REMOTE_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, openMain, openTab, test } from '../support/test'

const NOT_LOADED = /Loading chunk .* failed/

/** Fails the requests for a chunk until the function that it returns is called. */
async function loseChunk(page: Page, name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/${name}\\.[^/]*\\.js$`)
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

test('a lost part fails in its place, and Reintentar opens it; rows and search stay', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REMOTE_FAILED, NOT_LOADED)
  await openMain(page)
  const panel = await openTab(page, 'Codigos')
  const search = panel.getByRole('textbox', { name: 'Buscar en Codigos' })
  await search.fill('a')
  await expect(panel.locator('mark').first()).toHaveText(/^[aá]$/i)
  const person = panel.getByRole('link').first()
  const text = await person.innerText()

  const findPanel = await loseChunk(page, 'slot\\.detalle\\.usuario')
  await person.click()
  const details = page.getByRole('dialog', { name: 'Detalle' })
  await expect(details.getByText('No se pudo mostrar este contenido de Usuarios')).toBeVisible()
  // The sentence stays during a repetition, so the lost request tells its end.
  const repetitionLost = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/slot.detalle.usuario.'),
  )
  await details.getByRole('button', { name: 'Reintentar' }).click()
  await repetitionLost
  await expect(details.getByText('No se pudo mostrar este contenido de Usuarios')).toBeVisible()
  await findPanel()
  await details.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: text, level: 3 })).toBeVisible()
  await page.keyboard.press('Escape')

  const findHistory = await loseChunk(page, 'history')
  await panel.getByRole('button', { name: 'Historial' }).click()
  const history = page.getByRole('dialog', { name: 'Historial' })
  await expect(history.getByText('No se pudo abrir el historial.')).toBeVisible()
  await findHistory()
  await history.getByRole('button', { name: 'Reintentar' }).click()
  await expect(history.getByRole('table', { name: 'Historial' })).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(search).toHaveValue('a')
  await expect(person).toHaveText(text)
})

test.describe('in an idle browser', () => {
  test.use({ isIdle: true })

  test('parts are fetched when idle, without being run, and open without a network', async ({
    staffPage: page,
    allowConsoleErrors,
  }) => {
    // A slot that opens fetches the state of its remote, as a tab does.
    allowConsoleErrors(RESOURCE_FAILED, API_FAILED, /^LostResponseError: /)
    await openTab(page, 'Codigos')
    const fetched = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => /\/([\w-]+)\.[^/]*\.js$/.exec(name)?.[1] ?? '')
          .filter((name) =>
            /^(delete-many|diagnosis|history|large-table|page-size|slot|summary|view-tools)$/.test(name),
          )
          .sort(),
      )
    await expect
      .poll(async () => [...new Set(await fetched())])
      .toEqual(['delete-many', 'diagnosis', 'history', 'large-table', 'page-size', 'slot', 'summary', 'view-tools'])
    expect(await page.locator('script[src*="slot."], script[src*="history."]').count()).toBe(0)
    const code = page.getByRole('tabpanel', { name: 'Codigos' }).getByRole('link').first()
    const text = await code.innerText()
    await page.context().setOffline(true)
    await code.click()
    await expect(page.getByRole('heading', { name: text, level: 3 })).toBeVisible()
    await page.context().setOffline(false)
  })
})
