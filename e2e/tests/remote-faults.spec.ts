import { makeLive, openUsers, SCORES, test } from '../support/faults'
import { respond } from '../support/release-origin'
import { allTabsPrefetched, expect, openTab } from '../support/test'

const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

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
