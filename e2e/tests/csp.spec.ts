import { download } from '@canje/tab-testing/browser'
import type { APIResponse, Page } from '@playwright/test'
import { expect, openTab, signIn, test, toast } from '../support/test'

/** Collects the policy violations of the page across navigations. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      Reflect.get(window, 'reportViolation')(`${effectiveDirective} ${blockedURI} (${sourceFile})`),
    ),
  )
  return violations
}

async function openDialog(page: Page, label: string, button: string, dialog: string) {
  const panel = await openTab(page, label)
  await panel.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: dialog })).toBeHidden()
}

test('the product does not violate its policy in sign-in, toasts, tabs, dialogs, lists, tooltips and export', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(toast(page, 'Debe ingresar un usuario y contraseña')).toBeVisible()
  await signIn(page)
  await expect(toast(page, 'Se inicio sesión correctamente')).toBeVisible()

  for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
    const panel = await openTab(page, label)
    await panel.getByRole('columnheader').first().click()
    const csv = panel.getByRole('button', { name: 'CSV' })
    // Once all rows have arrived: a disabled button has no tooltip.
    await expect(csv).toBeEnabled()
    await csv.hover()
    await expect(page.getByRole('tooltip')).toHaveText('CSV')
  }
  const reports = page.getByRole('tabpanel', { name: 'Reportes' })
  await download(page, () => reports.getByRole('button', { name: 'CSV' }).click())

  await openDialog(page, 'Codigos', 'Crear codigo', 'Creacion de codigos')
  await openDialog(page, 'Codigos', 'Borrar codigos', 'Eliminar Codigos')
  await page.getByRole('tabpanel', { name: 'Codigos' }).locator('.p-paginator .p-dropdown').click()
  await page.getByRole('listbox').getByRole('option', { name: '25' }).click()
  await openDialog(page, 'Puntaje', 'Filtrar', 'Filtrar')
  await openDialog(page, 'Referidos', 'Filtrar', 'Filtrar')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  expect(violations).toEqual([])
})

test('the policy blocks inline and cross-origin scripts, inline styles and requests to other origins', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Content Security Policy/)
  const violations = await watchViolations(page)
  await page.goto('/login')
  await page.evaluate(async () => {
    const script = (properties: object) =>
      document.head.append(Object.assign(document.createElement('script'), properties))
    script({ textContent: 'document.body.remove()' })
    // The nonce of the page, which any code can read, is one for styles.
    const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce
    script({ nonce, textContent: 'document.body.remove()' })
    script({ src: 'http://elsewhere.test/code.js' })
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))
    await fetch('http://elsewhere.test/steal').catch(() => undefined)
  })
  await page.getByRole('heading', { name: 'Bienvenido' }).evaluate((heading) => {
    heading.setAttribute('onclick', 'document.body.remove()')
    heading.dispatchEvent(new Event('click'))
  })
  await expect
    .poll(() => violations.map((violation) => violation.replace(/ \(.*/, '')))
    .toEqual([
      'script-src-elem inline',
      'script-src-elem inline',
      'script-src-elem http://elsewhere.test/code.js',
      'style-src-elem inline',
      'connect-src http://elsewhere.test/steal',
      'script-src-attr inline',
    ])
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
})

const INERT = "default-src 'none'; frame-ancestors 'none'"
const policyOf = (response: APIResponse) => response.headers()['content-security-policy'] ?? ''

test("the policy of the shell's page is strict, and each response has a new nonce", async ({ request }) => {
  const responses = await Promise.all(['/', '/main', '/login', '/nada'].map((path) => request.get(path)))
  for (const response of responses) {
    expect(response.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(policyOf(response)).toMatch(
      /^default-src 'none'; script-src 'self'( http:\/\/localhost:\d+)+ 'sha256-[\w+/=]{44}'; worker-src blob:; style-src /,
    )
    expect(policyOf(response)).toContain("webrtc 'block'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policyOf(response)).not.toContain('unsafe')
    const nonce = /'nonce-([\w+/=]{22,})'/.exec(policyOf(response))?.[1]
    expect(await response.text()).toContain(`nonce="${nonce}"`)
  }
  expect(new Set(responses.map(policyOf)).size).toBe(responses.length)
})

test('all other responses have an inert policy, including errors', async ({ request, page }) => {
  await page.goto('/login')
  const script = await page.locator('script[src]').first().getAttribute('src')
  const remotes = process.env.REMOTES_URL
  for (const path of [script, '/config.json', '/missing.js', '/%zz', `${remotes}/registry.json`, `${remotes}/nada`]) {
    const response = await request.get(path ?? '')
    expect([path, policyOf(response)]).toEqual([path, INERT])
    expect(response.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  }
})
