import { expectOtherTabsWork, openUsers, retry, test, waitForFailure, waitForUsers } from '../support/faults'
import { respond } from '../support/release-origin'

// The client's own test has the other faults: `shell/src/remotes/registry/client.test.ts`.
test('a registry that was altered: the shell uses the last known good one, and a new browser can retry', async ({
  page,
  origin,
}) => {
  await openUsers(page)
  const { registry } = origin
  origin.registry = async (route) => respond(route, (await origin.sign(origin.remotes)).replace('Puntaje', 'Puntos'))
  await page.reload()
  await waitForUsers(page)
  await expectOtherTabsWork(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await waitForFailure(page, 'No se pudieron cargar las pestañas')
  origin.registry = registry
  await retry(page)
  await expectOtherTabsWork(page)
})
