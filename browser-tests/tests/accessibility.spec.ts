import { scan, viewports } from '../support/axe'
import { expect, heldToast, openTab, test, toast } from '../support/test'

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test('the login screen and its toast', async ({ page }) => {
      await page.goto('/login')
      await scan(page, `${device} login`)
      const submit = () => page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await heldToast(page, 'Debe ingresar un usuario y contraseña', submit)
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
        await expect(page.getByRole('dialog', { name: title })).toBeVisible()
        await scan(page, `${device} ${label}, dialog ${title}`)
      })
    }
  })
}
