import type { Page } from '@playwright/test'
import { scan, scanInEveryAppearance, scanOnEveryDevice, viewports } from '../support/axe'
import { expect, hoverToast, openTab, sampled, storedToken, storeSession, submitLogin, test } from '../support/test'

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test(
      'the login screen, its errors, and the toasts of a session have no violations',
      sampled(device === 'desktop'),
      async ({ page }) => {
        await page.goto('/login')
        await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
        await scan(page, `${device} login`)
        const submit = () => page.getByRole('button', { name: 'Iniciar sesión' }).click()
        await hoverToast(page, 'Debe ingresar un usuario y contraseña', submit)
        await expect(page.getByLabel('Usuario')).toHaveAccessibleDescription('Debe ingresar un usuario y contraseña')
        await scanInEveryAppearance(page, `${device} login errors`, scan)
        await hoverToast(page, 'Se inicio sesión correctamente', () => signInAgain(page))
        await scan(page, `${device} success toast`, '.p-toast')
        await hoverToast(page, 'Su sesión vence en 1 minuto', async () => {
          await storeSession(page, { token: await storedToken(page), expiresAt: Date.now() + 61_000 })
          await page.reload()
        })
        await scan(page, `${device} warning toast`, '.p-toast')
      },
    )
  })
}

async function signInAgain(page: Page): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login')
  await submitLogin(page)
}

const DIALOGS: Record<string, [opener: string, title: string][]> = {
  Codigos: [
    ['Crear codigo', 'Creacion de codigos'],
    ['Borrar codigos', 'Eliminar Codigos'],
    ['Historial', 'Historial'],
  ],
  // Referidos has the same one.
  Puntaje: [['Filtrar', 'Filtrar']],
  Reportes: [['Resumen', 'Resumen']],
}

test('every tab and every dialog has no violations', async ({ staffPage: page }) => {
  for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
    const panel = await openTab(page, label)
    await scanOnEveryDevice(page, label)
    for (const [opener, title] of DIALOGS[label] ?? []) {
      await panel.getByRole('button', { name: opener }).click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expect(page.getByRole('dialog').getByText('Cargando…')).toHaveCount(0)
      // The page behind it was scanned.
      await scanOnEveryDevice(page, `${label}, dialog ${title}`, '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
  await page.setViewportSize(viewports.phone)
  await openTab(page, 'Codigos')
  await scan(page, 'cards of a phone')
})
