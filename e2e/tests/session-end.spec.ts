import type { Page } from '@playwright/test'
import { makeLive, openScores, SCORES, test } from '../support/faults'
import { expect, loadedPanel, openTab, sampled, signIn, submitLogin } from '../support/test'

/** A tab that records what is typed in its document, and does what it can to keep that document. */
const RECORDER = `(() => {
  window.recorder = true
  const record = ({ target }) => window.recordTyped(String(target.value))
  for (const type of ['input', 'keydown']) document.addEventListener(type, record, true)
  addEventListener('beforeunload', (event) => event.preventDefault())
  return { default: () => React.createElement('input', { 'aria-label': 'Anotar' }) }
})()`

const ENDS: [end: string, act: (page: Page) => Promise<unknown>][] = [
  ['Cerrar sesión', (page) => page.getByRole('button', { name: 'Cerrar sesión' }).click()],
  ['a 401', endByService],
  ['the back button, with a session,', (page) => page.goBack()],
]

/** Ends the session by a response of the info API. */
async function endByService(page: Page): Promise<void> {
  const panel = await openTab(page, 'Usuarios')
  await page.route('**/SelectUsers', (route) =>
    route.fulfill({ status: 401, headers: { 'Access-Control-Allow-Origin': '*' }, json: {} }),
  )
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect(page.getByText('La sesión terminó: el servicio ya no la acepta.')).toBeVisible()
  await page.unroute('**/SelectUsers')
}

for (const [end, act] of ENDS) {
  test(
    `a tab leaves nothing in the login screen after ${end}`,
    sampled(end === 'Cerrar sesión'),
    async ({ page, origin, releases: { store } }) => {
      const typed: string[] = []
      await page.exposeFunction('recordTyped', (text: string) => typed.push(text))
      makeLive(origin, await store.publishStub(SCORES, '1.7.0', RECORDER), [])
      await signIn(page)
      await loadedPanel(page, 'Usuarios')
      await openTab(page, 'Codigos')
      await openScores(page)
      await page.getByLabel('Anotar').fill('de esta persona')
      await expect.poll(() => typed).toContain('de esta persona')
      // To the entry of the login screen.
      if (end.startsWith('the back')) await page.evaluate(() => history.go(-2))

      await act(page)

      await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
      expect(await page.evaluate(() => 'recorder' in window)).toBe(false)
      await submitLogin(page)
      await loadedPanel(page, 'Usuarios')
      expect(typed.join()).not.toMatch(/admin|demo/)
    },
  )
}
