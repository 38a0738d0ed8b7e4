import type { Page } from '@playwright/test'
import { expectOtherTabsWork, makeLive, openScores, openUsers, SCORES, test, waitForRows } from '../support/faults'
import { respond } from '../support/release-origin'
import { allTabsPrefetched, expect, openTab, sampled } from '../support/test'

const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

test('an entry without a response: the shell shows the previous release, and blames no release', async ({
  page,
  origin,
  releases: { good, newer },
}) => {
  makeLive(origin, newer, [good])
  await page.route(entry, () => new Promise<void>(() => undefined))
  await openUsers(page)
  await page.clock.install()
  await openSlowly(page, entry, 15_000)
  await waitForRows(page, '1.0.0')
  await expectOtherTabsWork(page)
  expect(origin.reports).toEqual([])
})

/** Opens Puntaje, and moves the clock of the page once a file has been requested. */
async function openSlowly(page: Page, file: RegExp, ms: number): Promise<void> {
  const requested = page.waitForRequest(file)
  await openScores(page)
  await requested
  await page.clock.runFor(ms)
}

test('a slow entry: the shell says that it waits, and shows the live release', async ({
  page,
  origin,
  releases: { good, newer },
}) => {
  makeLive(origin, newer, [good])
  let arrive: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(entry, async (route) => {
    await arrival
    await route.fallback()
  })
  await openUsers(page)
  await page.clock.install()
  // Not up to the limit of 15 s, which a busy machine would reach.
  await openSlowly(page, entry, 5_000)
  await expect(page.getByText('La carga tarda más de lo normal…')).toBeVisible()
  arrive()
  await waitForRows(page, '1.1.0')
  expect(origin.reports).toEqual([])
})

for (const [what, file] of Object.entries({ entry, chunk })) {
  test(
    `a login page in place of the ${what}: the tab says so, reports nothing, and Recargar loads it after the sign-in`,
    sampled(what === 'chunk'),
    async ({ page, origin, releases: { good, newer } }) => {
      makeLive(origin, newer, [good])
      const login = '<!doctype html><title>Sign in</title>'
      await page.route(file, (route) => respond(route, login))
      await openUsers(page)
      await openScores(page)
      await expect(page.getByText(/^La red pide iniciar sesión/)).toBeVisible()
      expect(origin.reports).toEqual([])
      await page.unroute(file)
      await page.getByRole('button', { name: 'Recargar' }).click()
      await expect(page.locator(`[data-release="${SCORES}@1.1.0"] tbody td`).first()).toBeVisible()
    },
  )
}

const fallbackOf = (remote: string) =>
  expect.objectContaining({ type: 'fallback', remote, to: expect.objectContaining({ version: '1.0.0' }) })

test.describe('in an idle browser', () => {
  test.use({ isIdle: true })

  test('releases that throw and a missing chunk are not reported before their tabs are opened; then the shell shows the previous ones', async ({
    page,
    origin,
    releases: { store, good, newer },
  }) => {
    const stub = (remote: string, exposed: string) => store.publishStub(remote, '1.2.0', exposed)
    const atLoad = "(() => { window.hasThrown = true; throw new Error('mala') })()"
    const atRender = "{ default() { throw new Error('mala') } }"
    makeLive(origin, newer, [good])
    makeLive(origin, await stub('mf-reports', atLoad), [store.liveOf('mf-reports')])
    makeLive(origin, await stub('mf-referrals', atRender), [store.liveOf('mf-referrals')])
    await page.route(chunk, (route) => respond(route, 'not found', 404))
    await openUsers(page)
    await allTabsPrefetched(page)
    // Nothing of a tab runs before it is opened (D34, tab styles).
    expect(await page.evaluate('window.hasThrown')).toBeUndefined()
    expect(origin.reports).toEqual([])
    await expect(page.getByRole('alert')).toHaveCount(0)

    const remotes = { Referidos: 'mf-referrals', Reportes: 'mf-reports', Puntaje: SCORES }
    for (const [label, remote] of Object.entries(remotes)) {
      await openTab(page, label)
      await expect(page.locator(`[data-release="${remote}@1.0.0"]`)).toBeVisible()
    }
    const byRemote = () => origin.reports.toSorted((one, other) => one.remote.localeCompare(other.remote))
    await expect.poll(byRemote).toEqual(Object.values(remotes).map(fallbackOf))
    await openTab(page, 'Codigos')
  })
})
