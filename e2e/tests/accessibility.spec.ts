import { scan, scanOnEveryDevice, viewports } from '../support/axe'
import { expect, hoverToast, openTab, sampled, test } from '../support/test'

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test('the login screen and its toast have no violations', sampled(device === 'desktop'), async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
      await scan(page, `${device} login`)
      const submit = () => page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await hoverToast(page, 'Debe ingresar un usuario y contraseña', submit)
      await scan(page, `${device} error toast`)
    })
  })
}

test('every tab has no violations', async ({ staffPage: page }) => {
  for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
    await openTab(page, label)
    await scanOnEveryDevice(page, label)
  }
  await page.setViewportSize(viewports.phone)
  await openTab(page, 'Codigos')
  await scan(page, 'cards of a phone')
})

test('every dialog has no violations', async ({ staffPage: page }) => {
  for (const { label, opener, title } of [
    { label: 'Codigos', opener: 'Crear codigo', title: 'Creacion de codigos' },
    { label: 'Codigos', opener: 'Borrar codigos', title: 'Eliminar Codigos' },
    { label: 'Puntaje', opener: 'Filtrar', title: 'Filtrar' },
    { label: 'Referidos', opener: 'Filtrar', title: 'Filtrar' },
  ]) {
    const panel = await openTab(page, label)
    await panel.getByRole('button', { name: opener }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await scanOnEveryDevice(page, `${label}, dialog ${title}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
