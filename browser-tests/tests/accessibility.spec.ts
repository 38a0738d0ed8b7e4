import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, openTab, test, toast } from '../support/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Scans what is on screen and prints one line of what was found, for the record. */
async function scan(page: Page, what: string) {
  await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values: tags },
      }),
    RULES,
  )
  console.log(`axe ${what}: ${violations.length} violations, ${passes.length} rules passed`)
  const findings = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(findings, what).toEqual([])
}

const viewports = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test('the login screen and its toast', async ({ page }) => {
      await page.goto('/login')
      await scan(page, `${device} login`)
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await settled(page, 'Debe ingresar un usuario y contraseña')
      await scan(page, `${device} error toast`)
    })

    for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
      test(`the ${label} tab`, async ({ staffPage: page }) => {
        await openTab(page, label)
        await expect(toast(page, 'Se inicio sesión correctamente')).toHaveCount(0)
        await scan(page, `${device} ${label}`)
      })
    }

    for (const { label, opener, title } of [
      { label: 'Codigos', opener: 'Crear codigo', title: 'Creacion de codigos' },
      { label: 'Codigos', opener: 'Borrar codigos', title: 'Eliminar Codigos' },
      { label: 'Puntaje', opener: 'Filtrar', title: 'Filtrar' },
      { label: 'Referidos', opener: 'Filtrar', title: 'Filtrar' },
    ]) {
      test(`the dialog ${title} of ${label}`, async ({ staffPage: page }) => {
        const panel = await openTab(page, label)
        await panel.getByRole('button', { name: opener }).click()
        const dialog = page.getByRole('dialog', { name: title })
        await expect(dialog).toHaveClass(/p-dialog-enter-done|p-dialog(?!.*enter-active)/)
        await expect(dialog).toHaveCSS('opacity', '1')
        await scan(page, `${device} ${label}, dialog ${title}`)
      })
    }

    test('a tab that failed and a load that failed', async ({ staffPage: page, allowConsoleErrors }) => {
      allowConsoleErrors(/./)
      await page.route('**/mf-codes/**', (route) => route.abort())
      await page.getByRole('tab', { name: 'Codigos' }).click()
      await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
      await scan(page, `${device} tab failure`)
      await page.route('**/SelectReport', (route) => route.abort())
      await page.getByRole('tab', { name: 'Reportes' }).click()
      await settled(page, 'error al ejecutar la peticion')
      await scan(page, `${device} load failure`)
    })
  })
}

/** Waits until a toast stands still, and holds it there, so that contrast is measured on its final colours. */
async function settled(page: Page, detail: string) {
  const message = toast(page, detail).first()
  await message.hover()
  await expect(message).toHaveCSS('opacity', '1')
}
