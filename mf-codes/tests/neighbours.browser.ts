import { expect, type Tab, test } from '@canje/tab-testing/browser'

test('has the data of the tests, and no neighbours, by default', async ({ tab }) => {
  await expect(tab.rows).toHaveCount(10)
  await expect(tab.button('Historial')).toHaveCount(0)
  await expect(tab.page.getByRole('tab')).toHaveCount(1)
  expect(await tab.page.evaluate(() => new Date(0).getHours())).toBe(19)
})

/** The slot for details of a user, and a link to the tab of users. */
async function openUser(tab: Tab): Promise<void> {
  await tab.open('detalle=usuario:1')
  await expect(tab.panel.getByRole('list', { name: 'Historia' })).toBeVisible()
  await tab.page.getByRole('tab', { name: 'Usuarios' }).click()
  await expect(tab.page.getByRole('tabpanel', { name: 'Usuarios' }).getByRole('row').nth(10)).toBeVisible()
}

test.describe('beside a remote of this repository', () => {
  test.use({ neighbours: ['mf-users'] })

  test('opens a user', async ({ tab }) => openUser(tab))

  test('fails for a neighbour that does not load', async ({ tab, allowConsoleErrors }) => {
    test.fail()
    allowConsoleErrors(/./)
    await tab.page.route(/\/mf-users\/.*\.js/, (route) => route.abort())
    await tab.open('detalle=usuario:1')
    await expect(tab.panel.getByText(/^No se pudo mostrar este contenido/)).toBeVisible()
  })
})

test.describe('beside live releases', () => {
  test.skip(!process.env.RELEASE_SHELLS, 'RELEASE_SHELLS names no shell.')
  test.use({ neighbours: 'live' })

  test('opens a user', async ({ tab }) => {
    await openUser(tab)
    await expect(tab.page.getByRole('tab')).toHaveCount(5)
  })
})
