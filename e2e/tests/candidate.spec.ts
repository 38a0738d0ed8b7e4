import { exampleCandidate } from '@canje/registry/testing'
import type { PublishedRelease } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { scan } from '../support/axe'
import { SCORES, test, waitForRows } from '../support/faults'
import type { ReleaseOrigin } from '../support/release-origin'
import { expect, openMain, submitLogin } from '../support/test'

test.use({ viewport: { width: 1366, height: 768 } })

const LINK = '/main?tab=puntaje&candidate=1.1.0'
const question = (page: Page) => page.getByRole('dialog', { name: 'Probar Puntaje 1.1.0' })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /Puntaje \d/ })
const accept = (page: Page) => question(page).getByRole('button', { name: 'Probar' }).click()

/** Makes a release the candidate of Puntaje. */
function offer(origin: ReleaseOrigin, { release }: PublishedRelease): void {
  origin.change(origin.remotes, { [SCORES]: { next: exampleCandidate(release) } })
}

test('a link opens a candidate through a sign-in, in its own window only, and Volver restores the live release', async ({
  page,
  browser,
  origin,
  releases: { newer },
}) => {
  offer(origin, newer)
  await page.goto(LINK)
  await expect(page).toHaveURL(/\/login#/)
  await submitLogin(page)
  await expect(question(page)).toContainText(/La preparó Ana el 2026-11-20 .*en lugar de la 1\.0\.0.*datos reales/)
  await expect(question(page).getByRole('button', { name: 'Descartar' })).toBeFocused()
  await scan(page, 'candidate question', '.preview-banner')
  await waitForRows(page, '1.0.0')
  await accept(page)
  await waitForRows(page, '1.1.0')
  await expect(banner(page)).toContainText('Vista previa de Puntaje 1.1.0, en lugar de la versión 1.0.0.')
  await page.reload()
  await waitForRows(page, '1.1.0')

  const colleague = await browser.newContext({ baseURL: process.env.SHELL_URL ?? '' })
  const other = await colleague.newPage()
  await openMain(other, '/main?tab=puntaje')
  await waitForRows(other, '1.0.0')
  await expect(banner(other)).toBeHidden()
  await colleague.close()

  await page.getByRole('button', { name: 'Volver' }).click()
  await waitForRows(page, '1.0.0')
  await expect(banner(page)).toBeHidden()
})
