import { type FaultProxy, startFaultProxy } from '@canje/tab-testing/fault-proxy'
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

test('one click creates one batch when the browser repeats the request', async ({ page, backend, network }) => {
  const panel = await openCodes(page, { securityUrl: backend.securityUrl, apiUrl: network.url })
  const report = await panel.getByText(/^Showing 1 to/).innerText()
  const before = Number(/of (\d+) entries/.exec(report)?.[1])
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').pressSequentially('7')
  // The connection ends once the service has created the codes.
  network.schedule(['InsertCodes'], [{ reply: 'reset' }])
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
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
