import type { ReferenceBackend } from '@canje/reference-backend'
import { type FaultProxy, type ScheduledFault, startFaultProxy } from '@canje/tab-testing/fault-proxy'
import type { Page } from '@playwright/test'
import { test as base, openCodes } from '../support/own-backend'
import { expect, toast } from '../support/test'

/** A proxy between the page and its backend, which injects network faults. */
const test = base.extend<{ network: FaultProxy }>({
  network: async ({ backend }, use) => {
    const network = await startFaultProxy({ target: backend.apiUrl })
    await use(network)
    await network.close()
  },
})

const servicesOf = (backend: ReferenceBackend, network: FaultProxy) => ({
  securityUrl: backend.securityUrl,
  apiUrl: network.url,
})

/** Clicks 'Crear' for 7 codes, and resets the connection or replaces the response once the service has created them. */
async function createSeven(page: Page, network: FaultProxy, reply: ScheduledFault['reply'] = 'reset') {
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').pressSequentially('7')
  network.schedule(['InsertCodes'], [{ reply }])
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
}

test('one click creates one batch when the browser repeats the request', async ({ page, backend, network }) => {
  const panel = await openCodes(page, servicesOf(backend, network))
  const report = await panel.getByText(/^Showing 1 to/).innerText()
  const before = Number(/of (\d+) entries/.exec(report)?.[1])
  await createSeven(page, network)
  await expect(toast(page, 'se crearon los codigos con exito')).toHaveCount(1)
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
  await expect(page.locator('.p-toast-message-error')).toHaveCount(0)
  // The browser repeats the request itself: a repetition by the client would follow an error in the console.
  const [first, second, ...others] = network.requests('InsertCodes').map(({ headers }) => headers['idempotency-key'])
  expect(second).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(others).toEqual([])
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect(panel.getByText(`of ${before + 7} entries`)).toBeVisible()
})
