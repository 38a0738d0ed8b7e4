import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import {
  expect,
  loadedPanel,
  openMain,
  openTab,
  signIn,
  storedToken,
  storeSession,
  submitLogin,
  test,
  toast,
} from '../support/test'

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

/** The data lines of the CSV file of the current view. */
async function csvLines(page: Page, panel: Locator): Promise<string[]> {
  const { text } = await download(page, () => panel.getByRole('button', { name: 'CSV' }).click())
  return text.split('\r\n').slice(1)
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
  await expect(panel.getByText('1–1 de 1 (de 300)').first()).toBeVisible()
  await expect(panel.getByText('1 encontrado', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: '300 en total' }).click()
  await expect(search(panel, 'Codigos')).toHaveValue('')
  await expect(panel.getByText('1–10 de 300').first()).toBeVisible()
  await expect(panel.getByText('encontrado')).toBeHidden()

  await search(panel, 'Codigos').fill(wanted)
  await page.keyboard.press('Escape')
  await expect(search(panel, 'Codigos')).toHaveValue('')
  await expect(search(panel, 'Codigos')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search(panel, 'Codigos')).not.toBeFocused()

  await search(panel, 'Codigos').fill('no existe')
  await expect(panel.getByText('Nada coincide con «no existe».')).toBeVisible()
  await panel.getByRole('button', { name: 'Quitar búsqueda' }).click()
  await expect(panel.locator('tbody tr')).toHaveCount(10)

  await panel.getByRole('button', { name: '200 sin redimir' }).click()
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

test('a search finds codes by words and by pasted lines; counters and dates filter; every figure equals the CSV', {
  tag: '@long',
}, async ({ page }) => {
  const names = await stubCodes(page, 300)
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  const bar = panel.getByRole('region', { name: 'Vista de Codigos' })

  // Accents, case and the order of words do not matter, and words may be in different columns.
  await search(panel, 'Codigos').fill('REDIMIDO nanez n99')
  await expect(cells(panel, 2)).toHaveText(['José Ñañez N99'])
  await expect(panel.locator('mark').first()).toHaveText('Ñañez')

  const list = [...names.slice(100, 138), 'XXXX', 'YYYY']
  await search(panel, 'Codigos').fill(list.join('\n'))
  await expect(panel.getByText('1–10 de 38 (de 300)').first()).toBeVisible()
  await expect(panel.getByText('2 líneas sin resultado')).toBeVisible()
  await expect.poll(() => search(panel, 'Codigos').evaluate((field) => field.scrollTop % field.clientHeight)).toBe(0)
  expect(await csvLines(page, panel)).toHaveLength(38)
  await search(panel, 'Codigos').fill('')

  await expect(bar.getByRole('button', { name: '300 en total' })).toBeVisible()
  for (const [counter, count, chip] of [
    ['200 sin redimir', 200, 'Estado: sin redimir'],
    ['100 redimidos', 100, 'Estado: redimido'],
  ] as const) {
    await bar.getByRole('button', { name: counter }).click()
    await expect(bar.getByRole('button', { name: counter })).toHaveAttribute('aria-pressed', 'true')
    await expect(bar.getByText(chip)).toBeVisible()
    await expect(panel.getByText(`1–10 de ${count} (de 300)`).first()).toBeVisible()
    expect(await csvLines(page, panel)).toHaveLength(count)
    await bar.getByRole('button', { name: 'Quitar todo' }).click()
    await expect(bar.getByText(chip)).toBeHidden()
  }

  await bar.getByRole('button', { name: 'Filtro' }).click()
  await bar.getByLabel('Desde').fill('2025-03-01')
  await bar.getByLabel('Hasta').fill('2025-04-30')
  await page.keyboard.press('Escape')
  await expect(panel.getByText('1–10 de 50 (de 300)').first()).toBeVisible()
  await expect(bar.getByText('Fecha (creación): 2025-03-01 a 2025-04-30')).toBeVisible()
  expect(await csvLines(page, panel)).toHaveLength(50)
})

test('redeemed codes of some days lead to the same days of their redemption in Reportes', async ({
  staffPage: page,
  context,
}) => {
  const reports = await openTab(page, 'Reportes')
  await search(reports, 'Reportes').fill('nada')
  const panel = await openTab(page, 'Codigos')
  await panel.getByRole('button', { name: 'Filtro' }).click()
  await panel.getByLabel('Desde').fill('2025-06-01')
  await panel.getByLabel('Hasta').fill('2025-06-30')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: /^\d+ redimidos?$/ }).click()
  const link = panel.getByRole('link', { name: 'Por fecha de redención: Reportes' })
  const opening = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opening).toHaveURL(/volver=.*codeDate/)

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await link.click()
  await expect(page).toHaveURL(/\?tab=reportes#codeDate=2025-06-01..2025-06-30$/)
  await expect(page.getByRole('tab', { name: 'Reportes', selected: true })).toBeFocused()
  await expect(search(reports, 'Reportes')).toHaveValue('')
  const days = reports.locator('tbody td[data-header="Fecha Redimido"]')
  await expect(days).toHaveText(Array(10).fill(/^2025-06-/))
  await page.goBack()
  await expect(panel.getByText('Fecha (creación): junio 2025')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a tab opens with its view in a new browser tab, where a press continues the session; the back button shows nobody the search after it', async ({
  page,
  context,
}) => {
  // The session of `staffPage` has no user name.
  await signIn(page)
  const panel = await openTab(page, 'Codigos')
  await search(panel, 'Codigos').fill('elisa')
  await expect(page).toHaveURL(/#q=elisa$/)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('tab', { name: 'Codigos' }).click({ modifiers: ['ControlOrMeta'] })
  const opened = await opening
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
  await expect(opened).toHaveURL(/\/login#volver=/)
  await opened.getByRole('button', { name: 'Continuar como admin' }).click()
  await expect(search(await loadedPanel(opened, 'Codigos'), 'Codigos')).toHaveValue('elisa')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(opened.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(opened.getByRole('button', { name: /Continuar/ })).toHaveCount(0)

  // The entries of the session that has ended are empty: before the sign-in, the sign-out and Usuarios.
  await submitLogin(page)
  await loadedPanel(page, 'Usuarios')
  await page.evaluate(() => history.go(-3))
  await expect(page.getByRole('tab', { name: 'Codigos', selected: true })).toBeVisible()
  await expect(search(panel, 'Codigos')).toHaveValue('')
  await expect(page).toHaveURL(/\?tab=codigos$/)
})

test('an expired session keeps the view for the same person only', { tag: '@long' }, async ({ page }) => {
  await signIn(page)
  const panel = await openTab(page, 'Codigos')
  await search(panel, 'Codigos').fill('elisa')
  await expect(page).toHaveURL(/#q=elisa$/)
  const expire = async (name: string) => {
    await storeSession(page, { token: await storedToken(page), name, expiresAt: Date.now() - 1 })
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await submitLogin(page)
  }

  await expire('admin')
  await expect(search(await loadedPanel(page, 'Codigos'), 'Codigos')).toHaveValue('elisa')
  await expire('another')
  await expect(search(await loadedPanel(page, 'Usuarios'), 'Usuarios')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('elisa')
  // One step: the first entry would load a new document, which aborts a second `goBack`.
  await page.evaluate(() => history.go(-2))
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  expect(page.url()).not.toContain('elisa')
})

test('a hostile link is ignored key by key and executes nothing', { tag: '@long' }, async ({ page }) => {
  const hostile = `q=${encodeURIComponent('<img src=x onerror=document.title=1>')}&__proto__=1&pagina=-1&filas=1e9&date=99-99`
  await openMain(page, `/main?tab=codigos#${hostile}`)
  const panel = page.getByRole('tabpanel', { name: 'Codigos' })
  await expect(panel.getByText(/Nada coincide con/)).toBeVisible()
  await expect(page).toHaveTitle('Codigos · Canje')
  await page.goto('about:blank')
  await openMain(page, `/main?tab=codigos#q=${'x'.repeat(100_000)}`)
  await expect((await loadedPanel(page, 'Codigos')).locator('tbody tr')).toHaveCount(10)
})
