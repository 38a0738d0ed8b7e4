import type { Page } from '@playwright/test'
import { type ReferenceBackend, startReferenceBackend } from 'reference-backend'
import { type ScheduledProxy, startScheduledProxy } from 'tab-testing/fault-proxy'
import { test as base, expect, loadedPanel, openMain, toast } from '../support/test'

/** A backend of these tests' own, as other tests change the codes at the same time, and the network before it. */
interface Services {
  backend: ReferenceBackend
  network: ScheduledProxy
}

const test = base.extend<Pick<Services, 'network'>, Pick<Services, 'backend'>>({
  // The page's policy names the services of the shell.
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

/** Opens Codigos on these services. */
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

/** Presses 'Crear' for 7 codes; the connection is reset once the service has made them. */
async function createSeven(page: Page, network: ScheduledProxy) {
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').pressSequentially('7')
  network.schedule([{ reply: 'reset' }])
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
}

test('one press makes one batch when the browser sends its request twice', async ({ page, backend, network }) => {
  const { panel, total } = await openCodes(page, { backend, network })
  const before = await total()
  await createSeven(page, network)
  await expect(toast(page, 'se crearon los codigos con exito')).toHaveCount(1)
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
  await expect(page.locator('.p-toast-message-error')).toHaveCount(0)
  // By the browser itself: before the client repeats a request, the console tells of an error.
  const [first, second, ...others] = network.passed()
  expect(second?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.key).toBe(first?.key)
  expect(others).toEqual([])
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
})

test('one press that made two batches, on a service without keys, says so', async ({
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
  expect(network.passed().map(({ key }) => key)).toEqual([undefined, undefined])
})
