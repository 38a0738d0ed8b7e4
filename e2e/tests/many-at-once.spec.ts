import { scan } from '../support/axe'
import { readExcel } from '../support/excel'
import { asColleague, openCodes, test } from '../support/own-backend'
import { expect } from '../support/test'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

// `npm test` does both as daily jobs, and has what they show in jsdom: delete-many.test.ts, history.test.ts.
test('40 pasted codes are deleted, 3 are refused, and one press takes it back', { tag: '@long' }, async ({
  page,
  backend,
}) => {
  const colleague = await asColleague(page, backend)
  await colleague.create(37)
  const before = await colleague.list()
  const redeemed = before.filter(({ used }) => used === 1).slice(0, 3)
  const pasted = [...redeemed, ...before.filter(({ used }) => used === 0).slice(0, 37)]
  const panel = await openCodes(page, backend)
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted.map(({ name }) => name).join('\n'))

  // By keyboard: four actions.
  await page.keyboard.press('/')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+Enter')
  const bar = panel.getByRole('region', { name: 'Selección' })
  await expect(bar.getByText('se borran 37; 3 ya fueron redimidos')).toBeVisible()
  await expect(panel.getByRole('row', { selected: true })).toHaveCount(10)
  await scan(page, 'selection')
  await bar.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Se copiaron 40 filas')).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(40)
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Excel' }).click()
  const [header, ...rows] = await readExcel(await download)
  expect(header).toEqual(['Id', 'Usuario', 'Codigo', 'Estado', 'Fecha'])
  expect(rows.map(([id, , name]) => `${id} ${name}`).sort()).toEqual(
    pasted.map(({ id, name }) => `${id} ${name}`).sort(),
  )
  await panel.getByRole('row', { selected: true }).first().focus()
  await page.keyboard.press('Delete')

  const receipt = panel.getByRole('region', { name: 'Comprobante' })
  await expect(receipt.getByText('Eliminados (37)')).toBeVisible()
  expect(await colleague.list()).toHaveLength(before.length - 37)
  await receipt.getByRole('button', { name: '3 no se borraron' }).focus()
  const reasons = page.getByRole('dialog', { name: '3 no se borraron' })
  // A press is ignored just after the receipt has appeared.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(reasons).toBeVisible({ timeout: 5_000 })
  }).toPass()
  for (const { name } of redeemed)
    await expect(reasons.getByText(`No se borró el codigo ${name}: ya fue redimido.`)).toBeVisible()
  await page.keyboard.press('Escape')

  await receipt.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('se restauraron los 37 codigos')).toBeVisible()
  expect(await colleague.list()).toEqual(before)
})

test('the batch of a colleague is two presses away', { tag: '@long' }, async ({ page, backend }) => {
  const colleague = await asColleague(page, backend)
  const batch = await colleague.create(50)
  const panel = await openCodes(page, backend)
  await panel.getByRole('button', { name: 'Historial' }).click()
  const history = page.getByRole('dialog', { name: 'Historial' })
  const actions = history.getByRole('table', { name: 'Historial' }).getByRole('row')
  await expect(actions.nth(1)).toContainText('creó 50 codigos')
  await scan(page, 'history')
  await history
    .getByRole('button', { name: /^Ver los codigos: creó 50 codigos/ })
    .first()
    .click()
  await expect(panel.getByText('Showing 1 to 10 of 50 entries')).toBeVisible()
  await expect(panel.getByText(batch[0]?.name ?? '')).toBeVisible()

  await panel.getByRole('button', { name: 'Historial' }).click()
  await history.getByRole('button', { name: 'creó 50 codigos' }).first().click()
  await expect(history.getByRole('table', { name: 'Codigos de la acción' })).toContainText(batch[0]?.name ?? '')
  await scan(page, 'codes of an action')
  const download = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Excel' }).click()
  const [header, ...rows] = await readExcel(await download)
  expect(header).toEqual(['Id', 'Codigo', 'Estado ahora', 'Usuario'])
  expect(rows).toEqual(batch.map(({ id, name }) => [String(id), name, 'sin redimir', 'No asignado']))
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
  await scan(page, 'keyboard help')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a long press selects a row, also on its link', async ({ page, backend }) => {
    const panel = await openCodes(page, backend)
    const box = await panel.getByRole('row').getByRole('link').first().boundingBox()
    const touch = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8, id: 1 }
    const client = await page.context().newCDPSession(page)
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] })
    await expect(panel.getByRole('region', { name: 'Selección' }).getByText('1 elegido')).toBeVisible()
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(panel.getByRole('row', { selected: true })).toHaveCount(1)
    await scan(page, 'selection on a phone')
  })
})
