import { viewports } from '../support/axe'
import { codeOfAllTabs, expect, openMain, openTab, showsSpecifiedTabs, test } from '../support/test'

const COLUMNS = {
  Usuarios: ['Id', 'Nombre', 'Correo', 'Telefono', 'Identificacion', 'Puntaje', 'Locación', 'Tipo documento', 'Fecha'],
  Codigos: ['Id', 'Usuario', 'Codigo', 'Estado', 'Fecha', 'Acciones'],
  Puntaje: ['Id', 'Puntaje', 'Usuario', 'Punto de venta', 'Fecha'],
  Referidos: ['Id', 'Puntaje', 'Usuario', 'Referido', 'Punto de venta', 'Fecha'],
  Reportes: [
    'Id',
    'Nombre',
    'Correo',
    'Celular',
    'Numero Identificacion',
    'Fecha Usuario',
    'Ciudad',
    'Tipo Documento',
    'Codigo',
    'Fecha Redimido',
    'Puntaje',
    'Fecha Puntaje',
    'Punto de Venta',
    'Puntaje Referido',
    'Fecha Referido',
    'Punto de Venta Referido',
    'Nombre Referido',
  ],
}

test('the five tabs stand in the specified order, Usuarios first and active', async ({ staffPage: page }) => {
  await showsSpecifiedTabs(page)
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
})

test('every tab shows its columns and ten rows a page', async ({ staffPage: page }) => {
  for (const [label, columns] of Object.entries(COLUMNS)) {
    const panel = await openTab(page, label)
    await expect(panel.getByRole('columnheader')).toHaveText(columns)
    await expect(panel.locator('tbody tr')).toHaveCount(10)
  }
})

test('a tab keeps its page and order while others are visited, without a further request', async ({
  staffPage: page,
}) => {
  const panel = await openTab(page, 'Usuarios')
  await panel.getByRole('columnheader', { name: 'Nombre' }).click()
  await panel.getByRole('button', { name: /siguiente/i }).click()
  const rows = await panel.locator('tbody').innerText()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/SelectUsers')) requests.push(request.url())
  })
  await openTab(page, 'Reportes')
  await openTab(page, 'Usuarios')
  await expect(panel.locator('tbody')).toHaveText(rows, { useInnerText: true })
  expect(requests).toEqual([])
})

test('the address keeps the tab: deep link, back and forward', async ({ staffPage: page }) => {
  await page.goto('/main?tab=referidos')
  await expect(page.getByRole('tab', { name: 'Referidos', selected: true })).toBeVisible()
  await openTab(page, 'Codigos')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Referidos', selected: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('tab', { name: 'Codigos', selected: true })).toBeVisible()
})

test('another page is shown from its top', async ({ staffPage: page }) => {
  await page.setViewportSize(viewports.phone)
  const panel = await openTab(page, 'Usuarios')
  const region = panel.getByRole('region', { name: 'Tabla de Usuarios' })
  const place = () => region.evaluate(({ scrollTop }) => scrollTop)
  await region.evaluate((element) => element.scrollTo({ top: 100 }))
  await expect.poll(place).toBe(100)
  await panel.getByRole('button', { name: /siguiente/i }).click()
  await expect.poll(place).toBe(0)
})

test('on a phone the strip shows the tab that is open, whatever opened it', async ({ staffPage: page }) => {
  const reportes = page.getByRole('tab', { name: 'Reportes', selected: true })
  await page.setViewportSize(viewports.phone)
  await page.goto('/main?tab=reportes')
  await expect(reportes).toBeInViewport({ ratio: 0.99 })
  await openTab(page, 'Usuarios')
  await page.goBack()
  await expect(reportes).toBeInViewport({ ratio: 0.99 })
})

test('the code of all tabs comes by itself: no call is made for one before it is opened, and no code then', async ({
  page,
}) => {
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const askedFor = (files: RegExp) => asked.filter((path) => files.test(path))
  await openMain(page)
  await codeOfAllTabs(page)
  await showsSpecifiedTabs(page)
  const tabs = await page.getByRole('tab').count()
  expect(askedFor(/remoteEntry/)).toHaveLength(tabs)
  // Each chunk once: its entry joins the script that was begun beside it.
  expect(askedFor(/\/Tab\.\w+\.js$/)).toHaveLength(tabs)
  expect(askedFor(/\/Select/)).toEqual([expect.stringMatching(/SelectUsers$/)])
  asked = []
  await openTab(page, 'Codigos')
  expect(askedFor(/\.(js|css)$/)).toEqual([])
  expect(askedFor(/\/Select/)).toEqual([expect.stringMatching(/SelectCodes$/)])
})
