import { expectPressable } from '@canje/tab-testing/browser'
import { scanOnEveryDevice, viewports } from '../support/axe'
import { expect, openTab, test } from '../support/test'

test('a pasted list is checked in its order, and its rows are copied as cells', async ({
  staffPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const panel = await openTab(page, 'Codigos')
  const names = await panel.locator('[data-header="Codigo"]').allInnerTexts()
  const list = [names[4], 'ZZ99YY88', names[0], names[2]].map((name, index) => `${name}\t${index}`)
  const search = panel.getByRole('textbox', { name: 'Buscar en Codigos' })
  await page.evaluate((text) => navigator.clipboard.writeText(text), list.join('\n'))
  await search.focus()
  await page.keyboard.press('Control+V')
  await expect(panel.getByText(/ · 1 no existe$/)).toBeVisible()
  await expect(panel.getByText('ZZ99YY88').first()).toBeVisible()
  await expect(panel.locator('[data-header="Codigo"]')).toHaveText([
    names[4],
    'ZZ99YY88',
    names[0],
    names[2],
  ] as string[])
  await scanOnEveryDevice(page, 'a pasted list')

  // Zoomed to 200 %, the page scrolls: rows and the button of the panel are not cut off, and it covers no selection or menu.
  await page.setViewportSize({ width: 683, height: 384 })
  const code = panel.getByRole('link', { name: names[0] as string })
  await expectPressable(code)
  await code.click()
  const copy = panel.getByRole('button', { name: `Copiar codigo: ${names[0]}` })
  expect((await copy.boundingBox())?.height).toBeGreaterThan(30)
  await panel.getByRole('row').nth(1).focus()
  await page.keyboard.press('Space')
  await expectPressable(panel.getByRole('button', { name: 'Quitar la selección' }))
  await panel.getByRole('button', { name: 'Vista', exact: true }).click()
  await expectPressable(panel.getByRole('menuitem', { name: 'Diagnóstico' }))
  await page.keyboard.press('Escape')
  await page.setViewportSize(viewports.desktop)

  await panel.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Se copió 1 fila')).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return Promise.all(['text/plain', 'text/html'].map(async (type) => (await item?.getType(type))?.text()))
  })
  expect(copied[0]).toContain(`\t${names[4]}\t`)
  expect(copied[1]).toMatch(new RegExp(`<td[^>]+mso-number-format[^>]+>${names[4]}</td>`))

  // A line of a megabyte is a search like any other.
  await search.fill(`A${'x'.repeat(1_000_000)}`)
  await expect(panel.getByText(/^Nada coincide/)).toBeVisible()
})
