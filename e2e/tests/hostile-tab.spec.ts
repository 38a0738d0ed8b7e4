import { expectOtherTabsWork, makeLive, openScores, openUsers, SCORES, test, waitForUsers } from '../support/faults'
import { expect } from '../support/test'

/** Renders, throws, locks and covers without end. */
const HOSTILE = `{ default({ overlays }) {
  const [count, setCount] = React.useState(0)
  React.useEffect(() => setCount(count + 1))
  React.useEffect(() => {
    // 10,000 errors a second, for a tenth of it.
    let rounds = 10
    const timer = setInterval(() => {
      for (let error = 0; error < 100; error++) reportError(new Error('hostil'))
      if (--rounds === 0) clearInterval(timer)
    }, 10)
    document.body.style.pointerEvents = 'none'
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.style = 'position: fixed; inset: 0; z-index: 999; pointer-events: auto'
    overlays.append(cover)
  }, [])
  const style = { position: 'fixed', inset: 0, zIndex: 99999, pointerEvents: 'auto', background: '#fee' }
  return React.createElement('div', { style }, 'Pestaña hostil')
} }`

test('changing tabs and signing out work beside a tab that floods, covers and locks the page', async ({
  page,
  origin,
  releases: { store },
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/hostil/)
  makeLive(origin, await store.publishStub(SCORES, '1.5.0', HOSTILE), [])
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

test('what a tab appends to the body stays as it is, and the next tab works', async ({
  page,
  origin,
  releases: { store },
}) => {
  const tab = `{ default() {
    React.useEffect(() => {
      const note = document.createElement('aside')
      note.textContent = 'Nota de la pestaña'
      document.body.append(note)
    }, [])
    return React.createElement('p', null, 'Pestaña con nota')
  } }`
  makeLive(origin, await store.publishStub(SCORES, '1.6.0', tab), [])
  await openUsers(page)
  await openScores(page)
  const note = page.getByText('Nota de la pestaña')
  const html = () => note.evaluate(({ outerHTML, parentElement }) => [outerHTML, parentElement?.localName])
  const expected = ['<aside>Nota de la pestaña</aside>', 'body']
  expect(await html()).toEqual(expected)

  await expectOtherTabsWork(page)

  await expect(note).toBeVisible()
  expect(await html()).toEqual(expected)
})
