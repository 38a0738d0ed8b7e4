import { RESOURCE_FAILED } from '../support/console'
import { expect, loadedPanel, test } from '../support/test'

test('the browser cache contains no rows after signing out', async ({ staffPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_FAILED)
  const { apiUrl } = await (await page.request.get('/config.json')).json()
  const panel = await loadedPanel(page, 'Usuarios')
  const mail = await panel.getByRole('cell').filter({ hasText: '@' }).first().innerText()

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/login')
  const found = await page.evaluate(
    async ({ url, mail }) => {
      const response = await fetch(url, { cache: 'force-cache' })
      return { status: response.status, holdsMail: (await response.text()).includes(mail) }
    },
    { url: `${apiUrl}/SelectUsers`, mail },
  )

  expect(found).toEqual({ status: 401, holdsMail: false })
})
