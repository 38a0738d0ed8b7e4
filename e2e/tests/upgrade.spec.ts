import { createPrivateKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRemotesServer, createShellServer, listen } from '@canje/cli/dev-stack'
import { runChild } from '@canje/cli/project'
import { createKey, makeLive, openStore, publicKeyOf, publish, verifyStore } from '@canje/release-store'
import { buildOf } from '../support/builds'
import { STUBBED_SERVICES, stubServices } from '../support/contract-site'
import { expect, test } from '../support/test'

/** The shell and Usuarios as they were before releases named their copy of shared-ui. */
const PREVIOUS = fileURLToPath(new URL('../fixtures/product-0.9.tgz', import.meta.url))

let folder: string
const servers: { close(): Promise<unknown> }[] = []

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-upgrade-'))
  const { code, output } = await runChild('tar', ['-xzf', PREVIOUS, '-C', folder], {})
  expect(code, output).toBe(0)
})
test.afterEach(async ({ page }) => {
  // It would report requests that fail.
  await page.close()
  await Promise.all(servers.map((server) => server.close()))
  await rm(folder, { recursive: true })
})

test('the previous releases work in the new shell; a page of the previous one keeps them while those for a newer contract go live', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/It was built for another shell: shared-auth /)
  const store = openStore(join(folder, 'store'))
  const key = createPrivateKey(createKey())
  const goLive = async (dist: string) => {
    const published = await publish(store, dist)
    await makeLive(store, [published], key)
    return page.locator(`[data-release="${published.name}@${published.release.version}"]`).getByText('Ana')
  }
  const previousUsers = await goLive(join(folder, 'mf-users'))
  const remotes = await createRemotesServer(store.location)
  servers.push(remotes)
  const registryUrl = `${await listen(remotes, 0)}/registry.json`
  const config = { ...STUBBED_SERVICES, registryUrl, registryKey: publicKeyOf(key) }
  const serveShell = async (dist: string) => {
    const shell = await createShellServer(dist, config)
    servers.push(shell)
    return `${await listen(shell, 0)}/main`
  }

  await stubServices(page)
  await page.goto(await serveShell(buildOf('shell')))
  await expect(previousUsers).toBeVisible()
  await page.goto(await serveShell(join(folder, 'shell')))
  await expect(previousUsers).toBeVisible()
  await page.evaluate(() => Reflect.set(window, 'openSince', 'before the upgrade'))

  const users = await goLive(buildOf('mf-users'))
  const codes = await goLive(buildOf('mf-codes'))
  // The page requests the registry when another tab is pressed, at most every two seconds.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByRole('tab', { name: 'Codigos' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar la pestaña Codigos' })).toBeVisible()
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await expect(previousUsers).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'openSince'))).toBe('before the upgrade')
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([])

  await page.goto(await serveShell(buildOf('shell')))
  await expect(users).toBeVisible()
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(codes).toBeVisible()
})
