import type { Page } from '@playwright/test'
import { INTEGRITY_FAILED, RESOURCE_FAILED } from '../support/console'
import { changeLastByte } from '../support/tampering'
import { expect, loadedPanel, signIn, submitLogin, test } from '../support/test'

const TABS = /\/tabs\..*\.js$/
const NOT_LOADED = /ChunkLoadError|Loading (css )?chunk|Federation Runtime|did not load/

/** Serves files with their bodies transformed by `change`. @returns the served URLs, in a live list */
async function serve(page: Page, files: RegExp, change: (content: Buffer) => Buffer): Promise<string[]> {
  const served: string[] = []
  await page.route(files, async (route) => {
    const response = await route.fetch()
    const body = change(await response.body())
    served.push(route.request().url())
    // The browser would otherwise cache the changed file as immutable and reuse it.
    await route.fulfill({ response, body, headers: { ...response.headers(), 'cache-control': 'no-store' } })
  })
  return served
}

const isStyled = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.endsWith('.css')))

const SHELL_FILES = {
  entry: /\/main\..*\.js$/,
  'vendor chunk': /\/vendor\..*\.js$/,
  'style sheet': /\.css$/,
}

test("the shell's files are used unchanged, blocked with a changed byte, and Reintentar loads the original", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(INTEGRITY_FAILED, NOT_LOADED)
  const heading = page.getByRole('heading', { name: 'Bienvenido' })
  const unchanged = await serve(page, /\.(js|css)$/, (content) => content)
  await page.goto('/login')
  await expect(heading).toBeVisible()
  expect(await isStyled(page)).toBe(true)
  expect(unchanged.some((url) => url.endsWith('.css'))).toBe(true)
  for (const [kind, files] of Object.entries(SHELL_FILES)) {
    await test.step(kind, async () => {
      const refusal = page.waitForEvent('console', (message) => INTEGRITY_FAILED.test(message.text()))
      const served = await serve(page, files, changeLastByte)
      await page.reload()
      const refused = (await refusal).text()
      expect(served.some((url) => refused.includes(url))).toBe(true)
      await expect(heading).toBeHidden()
      if (kind === 'style sheet') expect(await isStyled(page)).toBe(false)
      await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
      await page.unroute(files)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(heading).toBeVisible()
    })
  }
})

test("the shell's chunk of the main screen with a changed byte is blocked after a sign-in, and Reintentar loads it", async ({
  staffPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(INTEGRITY_FAILED, NOT_LOADED)
  await serve(page, TABS, changeLastByte)
  await page.evaluate(() => sessionStorage.clear())
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Usuarios')
})

test('the login screen at /main works without the chunk of the main screen, and a sign-in requests it again', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, NOT_LOADED)
  const lost = page.waitForResponse((response) => TABS.test(response.url()) && response.status() === 404)
  await page.route(TABS, (route) => route.fulfill({ status: 404, body: 'not found' }), { times: 1 })
  await page.goto('/main')
  await lost
  await submitLogin(page)
  await loadedPanel(page, 'Usuarios')
})

test('an error while the shell starts shows an error', { tag: '@long' }, async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Symbol.for is not a function/)
  await page.addInitScript(() => Object.assign(Symbol, { for: undefined }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeVisible()
})

test('an error of the shell after the first screen keeps the typed text', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Usuario').fill('ana')
  await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[defer]')
    if (!script) throw new Error('The page has no script.')
    dispatchEvent(new ErrorEvent('error', { filename: script.src }))
  })
  await expect(page.getByLabel('Usuario')).toHaveValue('ana')
})
