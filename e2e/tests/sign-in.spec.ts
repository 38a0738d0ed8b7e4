import type { Locator } from '@playwright/test'
import { expect, hoverToast, loadedPanel, submitLogin, test, toast } from '../support/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the login screen appears without a transition, refuses a wrong password, and signs staff in for ten minutes with a toast', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      const name = target instanceof Element ? target.className : String(target)
      moved.push(`${name}: ${propertyName}`)
    })
  })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(page.getByLabel('Contraseña')).toHaveAttribute('type', 'password')
  // PrimeReact adds style rules after the first frame. Wait one more frame for their effect.
  await expect(page.locator('style[data-primereact-style-id=common]')).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([])

  await submitLogin(page, 'equivocada')
  await expect(toast(page, 'Usuario o contraseña incorrectos')).toContainText('Error')
  const area = await page.locator('.p-toast').boundingBox()
  expect(area?.width).toBe(400)
  expect((area?.x ?? 0) + 400).toBeGreaterThan(1300)
  await expect(page).toHaveURL(/\/login$/)

  await hoverToast(page, 'Se inicio sesión correctamente', async () => {
    if (!page.url().endsWith('/login')) await page.goto('/login')
    await submitLogin(page)
  })
  await expect(page).toHaveURL(/\/main$/)
  const message = toast(page, 'Se inicio sesión correctamente').last()
  await expect(message).toContainText('Login')
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  expect(Object.keys(session).sort()).toEqual(['canje.session', 'expires_at', 'id_token'])
  const lifetime = Number(session.expires_at) - (await page.evaluate(() => Date.now()))
  expect(lifetime).toBeLessThanOrEqual(600_000)
  expect(lifetime).toBeGreaterThan(540_000)
})

/** The controls that a toast covers, by name, without those of its own. */
function coveredBy(message: Locator): Promise<string[]> {
  return message.evaluate((shown) => {
    const area = shown.getBoundingClientRect()
    const controls = document.querySelectorAll<HTMLElement>(':is(a, button, input, textarea, select):not(.p-toast *)')
    const inSight = [...controls].filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
    const covered = inSight.filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return left < area.right && right > area.left && top < area.bottom && bottom > area.top
    })
    return covered.map((control) => control.getAttribute('aria-label') ?? control.innerText)
  })
}

/** Of windows that are not low: in those a toast lies over tabs, so that there are rows. */
const WIDTHS = [320, 390, 640, 768, 1024, 1200, 1366, 1920]

test('the toast of the sign-in covers no control, whatever the width of the window and the name of the user', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await hoverToast(page, 'Se inicio sesión correctamente', async () => {
    if (!page.url().endsWith('/login')) await page.goto('/login')
    await submitLogin(page)
  })
  const message = toast(page, 'Se inicio sesión correctamente').last()
  // It stays while it has the focus, whatever the pointer is on.
  await message.getByRole('button').focus()
  await loadedPanel(page, 'Usuarios')
  await page.locator('.user-name').evaluate((name) => {
    name.textContent = 'una persona de nombre muy largo, con dos apellidos'
  })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(() => coveredBy(message), { message: `${width} px` }).toEqual([])
  }
})
