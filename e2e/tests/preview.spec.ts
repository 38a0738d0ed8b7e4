import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemotesServer, listen } from '@canje/cli/dev-stack'
import type { Page } from '@playwright/test'
import { scan } from '../support/axe'
import { buildOf, deriveBuild } from '../support/builds'
import { INTEGRITY_FAILED, REMOTE_FAILED } from '../support/console'
import { allTabsPrefetched, test as base, expect, openMain, openTab, signIn } from '../support/test'

const REMOTE = 'mf-codes'
const origin = () => process.env.PREVIEW_ORIGIN ?? ''
const link = (url = `${origin()}/release.json`) => `/main?preview=${url}`

/** Tests with a served build of Codigos, as a developer of the tab would serve it. */
const test = base.extend<{ served: string }>({
  baseURL: async ({}, use) => use(process.env.PREVIEW_SHELL_URL),
  isIdle: true,
  served: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'canje-preview-'))
    await deriveBuild(folder, buildOf(REMOTE), '2.0.0')
    const server = await createRemotesServer(folder)
    await listen(server, Number(new URL(origin()).port))
    await use(folder)
    await server.close()
  },
})

const banner = (page: Page) => page.getByRole('status').filter({ hasText: /vista previa/i })
const remove = (page: Page) => page.getByRole('button', { name: 'Quitar' }).click()

const question = (page: Page) => page.getByRole('dialog', { name: 'Vista previa' })
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Mostrar vista previa' }).click()

/** Opens a link and signs in. */
async function follow(page: Page, url = link()): Promise<void> {
  await page.goto(url)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page)
}

async function showsVersion(page: Page, version: string): Promise<void> {
  await openTab(page, 'Codigos')
  await expect(page.locator(`[data-release="${REMOTE}@${version}"]`)).toBeVisible()
}

test('a confirmed preview is shown in its own browser only; Reintentar rereads a rejected file; Quitar restores the live release', async ({
  page,
  browser,
  served,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(INTEGRITY_FAILED, REMOTE_FAILED)
  const { preload } = JSON.parse(await readFile(join(served, 'release.json'), 'utf8'))
  const chunk = join(served, preload.at(-1))
  const good = await readFile(chunk, 'utf8')
  await writeFile(chunk, `${good} `)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(origin())) requested.push(request.url())
  })
  await follow(page)
  await expect(question(page).getByRole('button', { name: 'Descartar' })).toBeFocused()
  await scan(page, 'preview question', '.preview-banner')
  await showsVersion(page, '1.0.0')
  await allTabsPrefetched(page)
  expect(requested).toEqual([])

  await confirm(page)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  // The file is in the immutable cache of the browser.
  await writeFile(chunk, good)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await showsVersion(page, '2.0.0')
  expect(requested[0]).toBe(`${origin()}/release.json`)
  await expect(banner(page)).toContainText(`Vista previa de ${REMOTE} 2.0.0 (${origin()}) en lugar de la versión 1.0.0`)
  await scan(page, 'preview', '.preview-banner')
  await page.reload()
  await showsVersion(page, '2.0.0')

  const colleague = await browser.newContext({ baseURL: process.env.PREVIEW_SHELL_URL ?? '' })
  const other = await colleague.newPage()
  await openMain(other)
  await showsVersion(other, '1.0.0')
  await expect(banner(other)).toBeHidden()
  await colleague.close()

  await remove(page)
  await showsVersion(page, '1.0.0')
  await expect(banner(page)).toBeHidden()
})
