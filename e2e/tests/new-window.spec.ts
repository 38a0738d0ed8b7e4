import { expect, loadedPanel, openTab, signIn, test } from '../support/test'

test('a tab opens with its view in a new browser tab, where a press continues the session until it ends in either', async ({
  page,
  context,
}) => {
  // The session of `staffPage` has no user name.
  await signIn(page)
  const panel = await openTab(page, 'Codigos')
  await panel.getByLabel('Buscar en Codigos').fill('elisa')
  await expect(page).toHaveURL(/#q=elisa$/)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('tab', { name: 'Codigos' }).click({ modifiers: ['ControlOrMeta'] })
  const opened = await opening
  await expect(opened).toHaveURL(/\/login#volver=/)
  await opened.getByRole('button', { name: 'Continuar como admin' }).click()
  const shown = await loadedPanel(opened, 'Codigos')
  await expect(shown.getByLabel('Buscar en Codigos')).toHaveValue('elisa')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(opened.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(opened.getByRole('button', { name: /Continuar/ })).toHaveCount(0)
})
