import { expect, test } from '@canje/tab-testing/browser'

const PRIZES = 'https://prizes.example.com/v1/prizes'

test.describe('with options', () => {
  test.use({
    rows: {
      SelectCodes: [{ id: 123456789012345678n, name: 'ÑU-1', used: 0, userName: 'Ana' }],
      [PRIZES]: { prizes: ['Café'] },
    },
    features: ['history'],
    settings: { prizes: PRIZES },
    account: 'ana.prueba',
    timezone: 'Pacific/Auckland',
    locale: 'de-DE',
  })

  test('is in its place, and shows its rows, also after a fault', async ({ tab }) => {
    const place = () => [new Date(0).getHours(), navigator.language, (0.5).toLocaleString()]
    expect(await tab.page.evaluate(place)).toEqual([12, 'de-DE', '0,5'])
    await expect(tab.rows).toHaveCount(1)
    await expect(tab.rows).toContainText('ÑU-1')
    const recover = tab.fault('SelectCodes', 500)
    await tab.button('Refrescar').click()
    await expect(tab.toast('error al ejecutar la peticion')).toBeVisible()
    recover()
    await tab.button('Reintentar').click()
    await expect(tab.button('Reintentar')).toHaveCount(0)
    await expect(tab.rows).toContainText('ÑU-1')
  })

  test('requests a service on another origin, which may fail', async ({ tab, browserName }) => {
    test.skip(browserName === 'firefox', 'Firefox shows a test no body of a request to another origin.')
    const request = () =>
      tab.page.evaluate(
        (url) =>
          fetch(`${url}?page=1`, { method: 'POST', headers: { 'X-Own': '1' }, body: 'Ana' }).then(
            async (response) => `${response.status} ${await response.text()}`,
            () => 'no response',
          ),
        PRIZES,
      )
    expect(await request()).toBe('200 {"prizes":["Café"]}')
    expect(tab.requests(PRIZES)).toMatchObject([{ method: 'POST', path: `${PRIZES}?page=1`, body: 'Ana' }])
    const recover = tab.fault(PRIZES, 409)
    expect(await request()).toMatch(/^409 /)
    recover()
    tab.fault('prizes', 'reset')
    expect(await request()).toBe('no response')
  })
})

test.describe('with an account', () => {
  test.use({ features: ['history'], account: 'ana.prueba' })

  test('is used by it, also after another sign-in', async ({ tab }) => {
    await tab.page.goto('/login')
    await tab.signIn()
    await tab.button('Crear codigo').click()
    const dialog = tab.page.getByRole('dialog', { name: 'Creacion de codigos' })
    await dialog.getByLabel('Cantidad Codigos').pressSequentially('1')
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await tab.button('Historial').click()
    await expect(tab.page.getByRole('dialog', { name: 'Historial' }).getByRole('row').nth(1)).toContainText(
      'ana.prueba',
    )
  })
})
