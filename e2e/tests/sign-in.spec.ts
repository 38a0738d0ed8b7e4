import { runClockUntil, stopClock } from '../support/clock'
import { API_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, hoverToast, openTab, signIn, test, toast } from '../support/test'

test('the login screen signs staff in for ten minutes and shows a toast', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(page.getByLabel('Contraseña')).toHaveAttribute('type', 'password')

  await signIn(page)
  await expect(page).toHaveURL(/\/main$/)
  await expect(toast(page, 'Se inicio sesión correctamente')).toContainText('Login')
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  expect(Object.keys(session).sort()).toEqual(['canje.session', 'expires_at', 'id_token'])
  const lifetime = Number(session.expires_at) - (await page.evaluate(() => Date.now()))
  expect(lifetime).toBeLessThanOrEqual(600_000)
  expect(lifetime).toBeGreaterThan(540_000)
})

test('wrong credentials show a toast of 25rem at the top right', async ({ page }) => {
  await signIn(page, 'equivocada')
  await expect(toast(page, 'Usuario o contraseña incorrectos')).toContainText('Error')
  const area = await page.locator('.p-toast').boundingBox()
  expect(area?.width).toBe(400)
  expect((area?.x ?? 0) + 400).toBeGreaterThan(1300)
  await expect(page).toHaveURL(/\/login$/)
})

test('a toast does not cover the tabs and Cerrar sesión', async ({ page }) => {
  const text = 'Se inicio sesión correctamente'
  await hoverToast(page, text, () => signIn(page))
  const message = toast(page, text).last()
  await expect
    .poll(async () => {
      const [tabs, box] = await Promise.all([page.getByRole('tablist').boundingBox(), message.boundingBox()])
      return tabs && box && box.y > tabs.y + tabs.height
    })
    .toBe(true)
})

test('a toast stays while it has the focus, and disappears afterwards', async ({ page }) => {
  await page.goto('/login')
  const code = page.waitForResponse(/\/tabs\.\w+\.js$/)
  await page.getByLabel('Usuario').fill('admin')
  // The clock must not skip the time limit of a loading script. Its element is removed once it is loaded.
  await code
  await expect(page.locator('script[src*="/tabs."]')).toHaveCount(0)
  await stopClock(page)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  const message = toast(page, 'Debe ingresar un usuario y contraseña')
  await runClockUntil(page, (limit) => expect(message).toBeVisible(limit))
  await message.getByRole('button').focus()
  await page.clock.runFor(60_000)
  await expect(message).toBeVisible()
  await page.getByLabel('Usuario').focus()
  await page.clock.runFor(3000)
  await runClockUntil(page, (limit) => expect(message).toBeHidden(limit))
})

test('no transition runs while the login screen is rendered', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      const name = target instanceof Element ? target.className : String(target)
      moved.push(`${name}: ${propertyName}`)
    })
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  // PrimeReact adds style rules after the first frame. Wait one more frame for their effect.
  await expect(page.locator('style[data-primereact-style-id=common]')).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([])
})

test('a toast moves away from the field with the focus', async ({ staffPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_FAILED, API_FAILED)
  await page.setViewportSize({ width: 390, height: 844 })
  const panel = await openTab(page, 'Codigos')
  await page.route('**/SelectCodes', (route) => route.abort())
  const text = 'error al ejecutar la peticion'
  await hoverToast(page, text, () => panel.getByRole('button', { name: 'Refrescar' }).click())
  const message = toast(page, text).last()
  const field = panel.getByLabel('Buscar en Codigos')
  const overlap = async () => {
    const [above, below] = (await Promise.all([message.boundingBox(), field.boundingBox()])).sort(
      (one, other) => (one?.y ?? 0) - (other?.y ?? 0),
    )
    return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)
  }
  expect(await overlap()).toBeGreaterThan(0)
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect.poll(overlap).toBeLessThanOrEqual(0)
})
