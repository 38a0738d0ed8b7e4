import { expect, openTab, test, toast } from '../support/test'

for (const { label, endpoint, name } of [
  { label: 'Puntaje', endpoint: 'SelectScores', name: 2 },
  { label: 'Referidos', endpoint: 'SelectReferrals', name: 2 },
]) {
  test(`${label} filters by name regardless of case and accents, and a refresh removes the filter`, async ({
    staffPage: page,
  }) => {
    const panel = await openTab(page, label)
    const person = await panel.locator('tbody tr').first().getByRole('cell').nth(name).innerText()
    const typed = person.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

    await panel.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await expect(dialog.getByText('Ingrese el nombre o el número de teléfono del usuario.')).toBeVisible()
    await dialog.getByLabel('Filtrar Puntaje').fill(typed)
    const filtered = page.waitForRequest(`**/${endpoint}`)
    await page.getByLabel('Filtrar Puntaje').press('Enter')
    expect((await filtered).postDataJSON()).toEqual({ prmNameOrPhone: typed })
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => new Set(await panel.locator(`tbody tr td:nth-child(${name + 1})`).allInnerTexts()))
      .toEqual(new Set([person]))

    const unfiltered = page.waitForRequest(`**/${endpoint}`)
    await panel.getByRole('button', { name: 'Refrescar' }).click()
    expect((await unfiltered).postDataJSON()).toEqual({})
    await expect(panel.locator('tbody tr')).toHaveCount(10)
  })

  test(`${label} rejects an empty filter`, async ({ staffPage: page }) => {
    const panel = await openTab(page, label)
    await panel.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await dialog.getByLabel('Filtrar Puntaje').fill('   ')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await expect(toast(page, 'debe ingresar un nombre o un número de teléfono.')).toBeVisible()
    await expect(dialog).toBeVisible()
  })
}

for (const { label, toasts } of [
  { label: 'Puntaje', toasts: 1 },
  { label: 'Referidos', toasts: 0 },
]) {
  test(`${label} raises ${toasts === 0 ? 'no toast' : 'one toast'} for a successful filter`, async ({
    staffPage: page,
  }) => {
    const panel = await openTab(page, label)
    await panel.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByLabel('Filtrar Puntaje').fill('zzz')
    await page.getByLabel('Filtrar Puntaje').press('Enter')
    await expect(panel.getByText('Nada coincide con los filtros.')).toBeVisible()
    await expect(toast(page, 'se consulto el puntaje con exito')).toHaveCount(toasts)
  })
}
