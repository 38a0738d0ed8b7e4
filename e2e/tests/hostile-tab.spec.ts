import { makeLive, openScores, openUsers, SCORES, test, waitForUsers } from '../support/faults'
import { expect } from '../support/test'

/** Locks the page, and covers it by itself and by an overlay. */
const COVER = `{ default({ overlays }) {
  React.useEffect(() => {
    document.body.style.pointerEvents = 'none'
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.style = 'position: fixed; inset: 0; z-index: 999; pointer-events: auto'
    overlays.append(cover)
  }, [])
  const style = { position: 'fixed', inset: 0, zIndex: 99999, pointerEvents: 'auto', background: '#fee' }
  return React.createElement('div', { style }, 'Pestaña hostil')
} }`

test('changing tabs and signing out work beside a tab that covers and locks the page', async ({
  page,
  origin,
  releases: { store },
}) => {
  makeLive(origin, await store.publishStub(SCORES, '1.5.0', COVER), [])
  await openUsers(page)
  await openScores(page)
  await expect(page.locator('#cover')).toBeAttached()
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await waitForUsers(page)
  await expect(page.locator('#cover')).toBeHidden()
  await openScores(page)
  await expect(page.getByText('Pestaña hostil')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/login')
})
