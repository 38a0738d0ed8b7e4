import { makeLive, test, waitForFailure } from '../support/faults'
import { expect, loadedPanel, openMain } from '../support/test'

const REFUSED_BY_SHELL = /It was built for another shell: shared-auth \S.* is required, the shell provides \d/
const REFUSED_BY_RUNTIME = /shared singleton module shared-auth does not satisfy the requirement/

// A remote for an earlier contract, in a newer shell: kit.spec.ts.
test('a remote for the next contract too works; one for that only is refused by the shell, and by the runtime if it states no requirement; the previous release is shown', async ({
  page,
  origin,
  releases: { store },
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_BY_SHELL, REFUSED_BY_RUNTIME)
  // Its tab imports the contract itself.
  const good = store.liveOf('mf-codes')
  const contract = good.release.requires['shared-auth'] ?? ''
  const requiring = (version: string, range: string) =>
    store.publishDerived('mf-codes', version, (text) => text.replaceAll(contract, range))
  const prepared = await requiring('1.3.0', `${contract} || ^99.0.0`)
  const later = await requiring('1.4.0', '^99.0.0')
  const reasons: string[] = []
  page.on('console', (message) => reasons.push(message.text()))
  const expectRefusal = async (reason: RegExp) => {
    await waitForFailure(page, 'No se pudo mostrar la pestaña Codigos')
    await expect.poll(() => reasons.some((text) => reason.test(text))).toBe(true)
  }
  const reopen = async () => {
    // On a busy machine, the last good state would be used before the response.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
  }

  makeLive(origin, prepared, [])
  await openMain(page, '/main?tab=codigos')
  await loadedPanel(page, 'Codigos')
  await expect(page.locator('[data-release="mf-codes@1.3.0"]')).toBeVisible()

  makeLive(origin, later, [])
  await reopen()
  await expectRefusal(REFUSED_BY_SHELL)
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()

  makeLive(origin, later, [good])
  await reopen()
  await loadedPanel(page, 'Codigos')
  await expect(page.locator('[data-release="mf-codes@1.0.0"]')).toBeVisible()

  // Without `requires`, the shell checks nothing and the runtime refuses.
  makeLive(origin, { ...later, release: { ...later.release, requires: {} } }, [])
  await reopen()
  await expectRefusal(REFUSED_BY_RUNTIME)
})
