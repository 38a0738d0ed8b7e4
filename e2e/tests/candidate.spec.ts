import type { Candidate } from '@canje/registry'
import { exampleCandidate } from '@canje/registry/testing'
import type { PublishedRelease } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { scan } from '../support/axe'
import { SCORES, test, waitForRows } from '../support/faults'
import { type ReleaseOrigin, refetchState, registered } from '../support/release-origin'
import { expect, openMain, openTab, submitLogin } from '../support/test'

test.use({ viewport: { width: 1366, height: 768 } })

const LINK = '/main?tab=puntaje&candidate=1.1.0'
const question = (page: Page, version = '1.1.0') => page.getByRole('dialog', { name: `Probar Puntaje ${version}` })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /Puntaje \d|versión del enlace/ })
const accept = (page: Page) => question(page).getByRole('button', { name: 'Probar' }).click()

/** Makes a release the candidate of Puntaje. */
function offer(origin: ReleaseOrigin, { release }: PublishedRelease, changes: Partial<Candidate> = {}): void {
  origin.change(origin.remotes, { [SCORES]: { next: exampleCandidate(release, changes) } })
}

/** Opens the link with a session, and agrees. */
async function run(page: Page): Promise<void> {
  await openMain(page, LINK)
  await accept(page)
  await expect(banner(page)).toBeVisible()
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

test('a window says that its candidate was withdrawn, and shows the live release with its view', async ({
  page,
  origin,
  releases: { newer },
}) => {
  offer(origin, newer)
  await run(page)
  await waitForRows(page, '1.1.0')
  await page.getByLabel('Buscar en Puntaje').fill('1')
  await expect(page).toHaveURL(/#q=1$/)
  origin.change(origin.remotes, { [SCORES]: { withdrawn: ['1.1.0'] } })
  await refetchState(page, origin, SCORES)
  await expect(banner(page)).toContainText('Puntaje 1.1.0 se retiró y no se puede probar.')
  await waitForRows(page, '1.0.0')
  await expect(page.getByLabel('Buscar en Puntaje')).toHaveValue('1')
  await page.getByRole('button', { name: 'Quitar' }).click()
  await expect(banner(page)).toBeHidden()
})

test('a candidate that is replaced stays while a dialog is open', async ({
  page,
  origin,
  releases: { store, newer },
}) => {
  const codes = await store.publishDerived('mf-codes', '1.1.0')
  origin.change(origin.remotes, { 'mf-codes': { next: exampleCandidate(codes.release) } })
  await openMain(page, '/main?tab=codigos&candidate=1.1.0')
  await page.getByRole('dialog', { name: 'Probar Codigos 1.1.0' }).getByRole('button', { name: 'Probar' }).click()
  await expect(page.locator('[data-release="mf-codes@1.1.0"] tbody td').first()).toBeVisible()
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Creacion de codigos' })
  await expect(dialog).toBeVisible()
  origin.change(origin.remotes, { 'mf-codes': { next: exampleCandidate({ ...newer.release, version: '1.2.0' }) } })
  await refetchState(page, origin, 'mf-codes')
  await expect(page.locator('.preview-banner')).toContainText('Se mostrará la publicada al cerrar el diálogo.')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-release="mf-codes@1.0.0"]')).toBeVisible()
})

test('a window keeps its candidate mounted once it is promoted', async ({
  page,
  origin,
  releases: { newer, good },
}) => {
  offer(origin, newer)
  await run(page)
  await waitForRows(page, '1.1.0')
  await page.locator('[data-release]:visible').evaluate((panel) => panel.firstElementChild?.setAttribute('id', 'same'))
  origin.change(origin.remotes.map((remote) => (remote.name === SCORES ? registered(newer, [good]) : remote)))
  await refetchState(page, origin, SCORES)
  await expect(banner(page)).toContainText('Puntaje 1.1.0 ya es la versión publicada.')
  await expect(page.locator('[data-release="mf-scores@1.1.0"] #same')).toBeAttached()
})

test('a candidate that fails shows the live release, says so, and is named by the event', async ({
  page,
  origin,
  releases: { store },
}) => {
  offer(origin, await store.publishStub(SCORES, '1.1.0-rc.1', `{ default() { throw new Error('mala') } }`))
  await openMain(page, '/main?tab=puntaje&candidate=1.1.0-rc.1')
  await question(page, '1.1.0-rc.1').getByRole('button', { name: 'Probar' }).click()
  await waitForRows(page, '1.0.0')
  await expect(banner(page)).toContainText(
    'Puntaje 1.1.0-rc.1, en prueba, falló. En su lugar se muestra la versión 1.0.0',
  )
  await expect
    .poll(() => origin.reports)
    .toContainEqual(expect.objectContaining({ type: 'fallback', candidate: 'mf-scores@1.1.0-rc.1' }))
  await openTab(page, 'Referidos')
})

for (const [version, reason] of [
  ['1.0.0', 'Puntaje 1.0.0 ya es la versión publicada.'],
  ['7.0.0', 'Puntaje 7.0.0 no es una versión que se pueda probar: lo es la 1.1.0.'],
  ['../', 'La versión del enlace no es una versión que se pueda probar: lo es la 1.1.0.'],
] as const)
  test(`a link to ${version} is refused in words`, async ({ page, origin, releases: { newer } }) => {
    offer(origin, newer)
    await openMain(page, `/main?tab=puntaje&candidate=${version}`)
    await expect(banner(page)).toContainText(reason)
    await waitForRows(page, '1.0.0')
  })

test('a link to an expired candidate is refused in words', async ({ page, origin, releases: { newer } }) => {
  offer(origin, newer, { until: '2026-11-21T15:32:00.000Z' })
  await openMain(page, LINK)
  await expect(banner(page)).toContainText('Puntaje 1.1.0 se podía probar hasta el 2026-11-21 10:32.')
  await waitForRows(page, '1.0.0')
})
