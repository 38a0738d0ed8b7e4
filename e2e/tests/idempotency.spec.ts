import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import { type ScheduledProxy, startScheduledProxy } from '@canje/tab-testing/fault-proxy'
import type { Page } from '@playwright/test'
import { test as base, expect, loadedPanel, openMain, toast } from '../support/test'

/** A separate backend, because other tests change codes at the same time, and a proxy that injects network faults. */
interface Services {
  backend: ReferenceBackend
  network: ScheduledProxy
}

const test = base.extend<Pick<Services, 'network'>, Pick<Services, 'backend'>>({
  // The page's policy allows only the shell's own services.
  bypassCSP: true,
  backend: [
    async ({}, use) => {
      const backend = await startReferenceBackend({
        database: { kind: 'memory' },
        securityPort: 0,
        apiPort: 0,
        allowedOrigins: [process.env.SHELL_URL ?? ''],
        seed: { users: 5, codes: 15, scores: 5, referrals: 0 },
        admin: { user: 'admin', password: 'demo-1234' },
        logLevel: 'silent',
      })
      await use(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  network: async ({ backend }, use) => {
    const network = await startScheduledProxy(backend.apiUrl, ['InsertCodes'])
    await use(network)
    await network.close()
  },
})

/** Opens Codigos with these services. */
async function openCodes(page: Page, { backend, network }: Services, changes: object = {}) {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const urls = { securityUrl: backend.securityUrl, apiUrl: network.url }
    await route.fulfill({ response, json: { ...(await response.json()), ...urls, ...changes } })
  })
  await openMain(page, '/main?tab=codigos', backend)
  const panel = await loadedPanel(page, 'Codigos')
  const report = panel.getByText(/Showing 1 to \d+ of \d+ entries/)
  return { panel, total: async () => Number(/of (\d+) entries/.exec(await report.innerText())?.[1]) }
}

/** Clicks 'Crear' for 7 codes, and resets the connection once the service has created them. */
async function createSeven(page: Page, network: ScheduledProxy) {
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').pressSequentially('7')
  network.schedule([{ reply: 'reset' }])
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
}

test('one click creates one batch when the browser repeats the request', async ({ page, backend, network }) => {
  const { panel, total } = await openCodes(page, { backend, network })
  const before = await total()
  await createSeven(page, network)
  await expect(toast(page, 'se crearon los codigos con exito')).toHaveCount(1)
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
  await expect(page.locator('.p-toast-message-error')).toHaveCount(0)
  // The browser repeats the request itself: a repetition by the client would follow an error in the console.
  const [first, second, ...others] = network.forwarded()
  expect(second?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.key).toBe(first?.key)
  expect(others).toEqual([])
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
})

test('a click that created two batches shows a warning when the service has no idempotency keys', async ({
  page,
  backend,
  network,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/^InsertCodes was to create 7 codes, and 14 are new\.$/)
  const { panel, total } = await openCodes(page, { backend, network }, { features: [] })
  const before = await total()
  await createSeven(page, network)
  await Promise.all([
    expect(toast(page, 'error al ejecutar la peticion')).toHaveCount(1),
    expect(toast(page, 'hay 14 codigos nuevos sin asignar: revise la lista')).toHaveCount(1),
  ])
  await expect(panel.getByText(`of ${before + 14} entries`)).toBeVisible()
  await expect(toast(page, 'se crearon los codigos con exito')).toHaveCount(0)
  expect(network.forwarded().map(({ key }) => key)).toEqual([undefined, undefined])
})
