import type { Page } from '@playwright/test'
import { RESOURCE_LOST } from '../support/console'
import { oneByteChanged } from '../support/tampering'
import { expect, loadedPanel, openMain, signIn, submitLogin, test } from '../support/test'

const REFUSED = /Failed to find a valid digest in the 'integrity' attribute/
const TABS = /\/tabs\..*\.js$/
const NOT_LOADED = /ChunkLoadError|Loading (css )?chunk|Federation Runtime|did not load/

/** Serves files as they are, but for what `change` does to them. */
async function serve(page: Page, files: RegExp, change: (content: Buffer) => Buffer): Promise<string[]> {
  const served: string[] = []
  await page.route(files, async (route) => {
    const response = await route.fetch()
    const body = change(await response.body())
    served.push(route.request().url())
    // A browser that keeps it as immutable would give it again, whatever was wrong with it.
    await route.fulfill({ response, body, headers: { ...response.headers(), 'cache-control': 'no-store' } })
  })
  return served
}

async function signInAnew(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await signIn(page)
}

const isStyled = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.endsWith('.css')))

test("a remote's chunk of which one byte was changed does not run", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(REFUSED, NOT_LOADED)
  const served = await serve(page, /mf-codes\/(?!.*remoteEntry).*\.js$/, oneByteChanged)
  await openMain(page)
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  expect(served).not.toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Codigos' }).getByRole('row').nth(1)).toBeVisible()
})

for (const { what, files } of [
  { what: 'entry', files: /\/main\..*\.js$/ },
  { what: 'vendor chunk', files: /\/vendor\..*\.js$/ },
  { what: 'style sheet', files: /\.css$/ },
]) {
  test(`the host's ${what} of which one byte was changed is not used`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(REFUSED, NOT_LOADED)
    const refusal = page.waitForEvent('console', (message) => REFUSED.test(message.text()))
    const served = await serve(page, files, oneByteChanged)
    await page.goto('/login')
    const refused = (await refusal).text()
    expect(served.some((url) => refused.includes(url))).toBe(true)
    await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeHidden()
    if (what === 'style sheet') expect(await isStyled(page)).toBe(false)
    await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  })
}

for (const { when, open } of [
  { when: 'after a sign-in', open: signInAnew },
  { when: 'on the page of /main', open: (page: Page) => page.reload() },
]) {
  test(`the host's code of the tabs of which one byte was changed is not used ${when}, and Reintentar has it`, async ({
    staffPage: page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(REFUSED, NOT_LOADED)
    await serve(page, TABS, oneByteChanged)
    await open(page)
    await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await loadedPanel(page, 'Usuarios')
  })
}

for (const path of ['/main', '/main.html']) {
  test(`the login screen at ${path} does without the code of the tabs, which is asked for again when it is needed`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(RESOURCE_LOST, NOT_LOADED)
    const lost = page.waitForResponse((response) => TABS.test(response.url()) && response.status() === 404)
    await page.route(TABS, (route) => route.fulfill({ status: 404, body: 'not found' }), { times: 1 })
    await page.goto(path)
    await lost
    await submitLogin(page)
    await loadedPanel(page, 'Usuarios')
  })
}

test("the host's entry that is lost is said, and Reintentar asks for it again", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_LOST)
  await page.route(/\/main\..*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
})

test("the host's code that throws in its first run is said", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Symbol.for is not a function/)
  await page.addInitScript(() => Object.assign(Symbol, { for: undefined }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
})

test('an error of the host once a screen is shown leaves what was typed into it', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Usuario').fill('ana')
  await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[defer]')
    if (!script) throw new Error('The page has no script.')
    dispatchEvent(new ErrorEvent('error', { filename: script.src }))
  })
  await expect(page.getByLabel('Usuario')).toHaveValue('ana')
})

test('what is served by way of a test but not changed is used', async ({ page }) => {
  const served = await serve(page, /\.(js|css)$/, (content) => content)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  expect(await isStyled(page)).toBe(true)
  expect(served.some((url) => url.endsWith('.css'))).toBe(true)
})
