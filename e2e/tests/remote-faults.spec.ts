import { makeLive, openScores, openUsers, SCORES, test } from '../support/faults'
import { respond } from '../support/release-origin'
import { allTabsPrefetched, expect, openTab, sampled } from '../support/test'

const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

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
