import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import type { Locator, Page } from '@playwright/test'
import { test as base, loadedPanel, openMain } from './test'

/** Tests that create and delete codes, with a backend of their own: other tests read the codes of the product. */
export const test = base.extend<object, { backend: ReferenceBackend }>({
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
})

/**
 * Opens Codigos with services other than the shell's.
 *
 * @param services URLs and other values that replace those of `/config.json`
 */
export async function openCodes(
  page: Page,
  services: { securityUrl: string; apiUrl: string; features?: readonly string[] },
): Promise<Locator> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...services } })
  })
  await openMain(page, '/main?tab=codigos', services)
  return loadedPanel(page, 'Codigos')
}

/** @returns the total in the paginator's report */
export async function totalOfCodes(panel: Locator): Promise<number> {
  const report = await panel.getByText(/Showing 1 to \d+ of \d+ entries/).innerText()
  return Number(/of (\d+) entries/.exec(report)?.[1])
}
