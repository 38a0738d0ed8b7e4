import { makeLive, SCORES, test } from '../support/faults'
import { refetchState } from '../support/release-origin'
import { expect, loadedPanel, openMain, openTab } from '../support/test'

test('a newer release is shown when its tab is opened again', async ({ page, origin, releases: { newer } }) => {
  const release = page.locator('[data-release^="mf-scores@"]')

  await openMain(page)
  await openTab(page, 'Puntaje')
  makeLive(origin, newer, [])
  await refetchState(page, origin, SCORES)
  await expect(release).toHaveAttribute('data-release', 'mf-scores@1.0.0')
  await loadedPanel(page, 'Puntaje')

  await openTab(page, 'Referidos')
  await openTab(page, 'Puntaje')
  await expect(release).toHaveAttribute('data-release', 'mf-scores@1.1.0')
})
