import { expect, loadedPanel, test, toast } from '../support/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('staff sign in, change tabs and create a code with the keyboard alone, and a dialog gives the focus back', async ({
  page,
}) => {
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const focused = () => page.locator(':focus')

  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await page.keyboard.type('admin')
  await press('Tab')
  await page.keyboard.type('demo-1234')
  await press('Enter')

  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Usuarios', level: 2 })).toBeFocused()
  await press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeFocused()
  await press('Shift+Tab')
  await expect(focused()).toHaveText('Usuarios')
  await press('Shift+Tab')
  const skip = page.getByRole('link', { name: 'Ir a la tabla' })
  await expect(skip).toBeFocused()
  expect(await skip.boundingBox(), 'At the start of the header').toMatchObject({ x: 8, y: 8 })
  await press('Enter')
  await expect(page.getByRole('region', { name: 'Tabla de Usuarios' })).toBeFocused()
  await page.getByRole('tab', { name: 'Usuarios' }).focus()
  await press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Codigos', selected: true })).toBeFocused()
  const panel = await loadedPanel(page, 'Codigos')

  const opener = panel.getByRole('button', { name: 'Crear codigo' })
  await opener.focus()
  await press('Enter')
  const field = page.getByLabel('Cantidad Codigos')
  await expect(field).toBeFocused()
  await page.keyboard.type('1')
  await press('Enter')
  await expect(toast(page, 'se crearon los codigos con exito')).toBeVisible()
  await expect(opener).toBeFocused()

  await press('Enter')
  await expect(field).toBeFocused()
  await press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})
