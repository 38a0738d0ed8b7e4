import { expectPressable } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import { RESOURCE_FAILED } from '../support/console'
import { expectStill, placeOf, placesOf } from '../support/places'
import { expect, filterBy, loadedPanel, openMain, sampled, test } from '../support/test'

const TEN_ROWS = { width: 1366, height: 768 }
const ZOOMED = { width: 683, height: 384 }
const PHONE = { width: 390, height: 844 }
const windows = [TEN_ROWS, { width: 1366, height: 650 }, { width: 1024, height: 768 }, ZOOMED, PHONE]

const headers = { 'Access-Control-Allow-Origin': '*' }
const button = (panel: Locator, name: string | RegExp) => panel.getByRole('button', { name, exact: true })
const search = (panel: Locator, text: string) => panel.getByLabel(/^Buscar en /).fill(text)

/** Stubs the list of codes. @returns a switch for failures of the list */
async function stubCodes(page: Page) {
  const deleted: number[] = []
  const server = { fails: false }
  const all = Array.from({ length: 312 }, (_, index) => {
    const isFree = index % 3 !== 0
    const date = '2026-01-02 03:04:05'
    return { id: index, name: `CODIGO-${index}`, userName: isFree ? null : `Ana ${index}`, used: isFree ? 0 : 1, date }
  })
  await page.route('**/SelectCodes', (route) => {
    const data = all.filter(({ id }) => !deleted.includes(id))
    return server.fails ? route.fulfill({ headers, status: 500 }) : route.fulfill({ headers, json: { data: { data } } })
  })
  await page.route('**/DeleteCode', (route) => {
    deleted.push(route.request().postDataJSON().prmCodeId)
    return route.fulfill({ headers, json: { data: 1 } })
  })
  return server
}

for (const size of windows) {
  test(
    `filters, searches, failures and receipts move nothing at ${size.width}×${size.height}`,
    sampled(size === TEN_ROWS),
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(RESOURCE_FAILED, /status code 500/)
      await page.setViewportSize(size)
      const server = await stubCodes(page)
      await openMain(page, '/main?tab=codigos')
      const panel = await loadedPanel(page, 'Codigos')
      await expect(panel.getByText('312 en total')).toBeVisible()
      const deletion = button(panel, 'Borrar CODIGO-1')
      await deletion.scrollIntoViewIfNeeded()
      let before = await placesOf(panel)
      const still = (after: string) => expectStill(panel, before, after)
      /** What narrows the rows has a line of its own where it does not fit into the bar, and on a phone so has its number. */
      const narrowed = async () => {
        const unnarrowed = before
        before = await placesOf(panel)
        expect((before.csv?.y ?? 0) - (unnarrowed.csv?.y ?? 0)).toBe(0)
        expect((before['row 1']?.y ?? 0) - (unnarrowed['row 1']?.y ?? 0)).toBeLessThanOrEqual(size === PHONE ? 72 : 40)
      }

      const atRest = before
      await search(panel, 'codigo-')
      await expect(panel.getByText('312 encontrados')).toBeVisible()
      if (size !== TEN_ROWS) await narrowed()
      for (const [text, hits] of [
        ['codigo-30', '1–10 de 11 (de 312)'],
        ['codigo-300', '1–1 de 1 (de 312)'],
        ['codigo-x', '0 de 312'],
      ] as const) {
        await search(panel, text)
        await expect(panel.getByText(hits).first()).toBeVisible()
        await still(hits)
      }
      await search(panel, '')
      await expect(panel.getByText('312 en total')).toBeVisible()
      before = atRest
      await still('an emptied search')

      await filterBy(panel, 'Estado', /^sin redimir /)
      const chip = button(panel, 'Quitar filtro Estado: sin redimir')
      await expect(chip).toBeVisible()
      await narrowed()

      server.fails = true
      await button(panel, 'Refrescar').click()
      const retry = button(panel, 'Reintentar')
      await expect(retry).toBeVisible()
      await still('a failure')
      server.fails = false

      await deletion.click()
      const receipt = panel.getByRole('region', { name: 'Comprobante' })
      const undo = button(panel, 'Deshacer')
      await expect(undo).toBeVisible()
      await expect(retry).toBeHidden()
      await still('a receipt')
      const placesOfNotices = () => Promise.all([chip, undo].map(placeOf))
      const notices = await placesOfNotices()

      server.fails = true
      await button(panel, 'Refrescar').click()
      await expect(retry).toBeVisible()
      await still('a receipt and a failure')
      // Where all three fit.
      if (size.height >= TEN_ROWS.height && size !== PHONE) expect(await placesOfNotices()).toEqual(notices)
      await page.mouse.move(0, 0)
      for (const pressable of [
        panel.getByLabel('Buscar en Codigos'),
        ...['+ Filtro', '311 en total', 'Vista', 'CSV', 'Crear codigo'].map((name) => button(panel, name)),
        chip,
        retry,
        undo,
      ]) {
        await expectPressable(pressable)
      }

      server.fails = false
      await retry.click()
      await expect(retry).toBeHidden()
      await still('the recovery')
      await receipt.getByRole('button', { name: 'Cerrar' }).click()
      await chip.click()
      await expect(chip).toBeHidden()
      before = atRest
      await still('all notices closed')
    },
  )
}

test('nothing moves when code and rows arrive, nor when they fail', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_FAILED, /status code 500/)
  const server = await stubCodes(page)
  let loadCode = () => {}
  let loadRows = () => {}
  const code = new Promise<void>((resolve) => (loadCode = resolve))
  const rows = new Promise<void>((resolve) => (loadRows = resolve))
  await page.route('**/mf-codes/**', async (route) => {
    await code
    await route.fallback()
  })
  await page.route('**/SelectCodes', async (route) => {
    await rows
    await route.fallback()
  })
  await openMain(page, '/main?tab=codigos')
  const panel = page.getByRole('tabpanel', { name: 'Codigos' })
  const topOf = async (selector: string) => (await panel.locator(selector).first().boundingBox())?.y
  await expect(panel.locator('.tab-skeleton-surface')).toBeVisible()
  const skeleton = await Promise.all(['.tab-skeleton-surface', '.tab-skeleton-row >> nth=1'].map(topOf))
  loadCode()
  await expect(panel.getByRole('toolbar')).toBeVisible()
  expect(await Promise.all(['.rows-table-header', 'tbody tr'].map(topOf))).toEqual(skeleton)

  const before = await placesOf(panel)
  server.fails = true
  loadRows()
  await expect(panel.getByText('No se pudieron cargar los datos')).toBeVisible()
  await expectStill(panel, before, 'a failure')
  server.fails = false
  await button(panel, 'Reintentar').click()
  await loadedPanel(page, 'Codigos')
  await expectStill(panel, before, 'rows')
})

test("three matches keep the height of a page of 25 rows, and the count moves nothing in the dialog 'Eliminar Codigos'", async ({
  page,
}) => {
  await stubCodes(page)
  await openMain(page, '/main?tab=codigos#filas=25')
  const panel = await loadedPanel(page, 'Codigos')
  const before = await placesOf(panel)
  await search(panel, 'codigo-31')
  await expect(panel.locator('tbody tr')).toHaveCount(3)
  await expectStill(panel, before, 'three matches')

  let respond = () => {}
  const held = new Promise<void>((resolve) => (respond = resolve))
  await page.route('**/SelectCodes', async (route) => {
    await held
    await route.fallback()
  })
  await button(panel, 'Borrar codigos').click()
  const dialog = page.getByRole('dialog', { name: 'Eliminar Codigos' })
  await expect(dialog.getByText('Contando los codigos…')).toBeVisible()
  await expect(dialog).toHaveCSS('transform', 'none')
  const buttons = ['Eliminar', 'Descargar lista (CSV)'].map((name) => button(dialog, name))
  const places = await Promise.all(buttons.map(placeOf))
  respond()
  await expect(dialog.getByText('Son 208 codigos:')).toBeVisible()
  expect(await Promise.all(buttons.map(placeOf))).toEqual(places)
})
