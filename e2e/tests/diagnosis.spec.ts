import type { Page } from '@playwright/test'
import { expect, openTab, storedToken, test } from '../support/test'

/** The fields of the lists whose texts name a person or a code. */
const PERSONAL = /^(name|userName|mail|phone|identification_number|code|\w*[nN]ame)$/
const LISTS = [
  ['GET', 'SelectUsers'],
  ['GET', 'SelectCodes'],
  ['POST', 'SelectScores'],
  ['POST', 'SelectReferrals'],
  ['GET', 'SelectReport'],
] as const
const LABELS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']

test('the diagnosis names releases and requests, and nothing of the people in the lists', async ({
  staffPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const label of LABELS) await openTab(page, label)
  const panel = page.getByRole('tabpanel', { name: 'Reportes' })
  await panel.getByRole('button', { name: 'Vista' }).click()
  await panel.getByRole('menuitem', { name: 'Diagnóstico' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagnóstico' })
  const field = dialog.getByRole('textbox', { name: 'Diagnóstico' })
  await expect(field).toHaveValue(/^Diagnóstico de Canje/)
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.locator('.p-toast-message').filter({ hasText: 'Se copió el diagnóstico' })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text.replaceAll('\r\n', '\n')).toBe(await field.inputValue())

  for (const label of LABELS) expect(text).toMatch(new RegExp(`^${label} \\(mf-\\w+\\): \\S+ \\[\\w+\\], en uso$`, 'm'))
  expect(text).toMatch(/^detalle:codigo \(mf-codes\): .+ sin abrir$/m)
  expect(text).toMatch(/^mf-codes: estado \d+ de la época 1, confirmado hace \d+ s$/m)
  // By the header that the service exposes.
  expect(text).toMatch(/^\d\d:\d\d:\d\d SelectReport: 200, (?!sin identificador)\S+$/m)
  expect(text).toContain(await page.evaluate(() => navigator.userAgent))
  expect(text).toMatch(/^Reloj: igual al del servidor$/m)

  const texts = new Set((await Promise.all(LISTS.map((list) => readList(page, list)))).flatMap(personalTexts))
  expect(texts.size).toBeGreaterThan(1000)
  expect([...texts, await storedToken(page)].filter((personal) => text.includes(personal))).toEqual([])

  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Vista' })).toBeFocused()
})

async function readList(page: Page, [method, path]: (typeof LISTS)[number]): Promise<unknown> {
  const { apiUrl } = await (await page.request.get('/config.json')).json()
  const headers = { Authorization: `Bearer ${await storedToken(page)}` }
  const response = await page.request.fetch(`${apiUrl}/${path}`, {
    method,
    headers,
    ...(method === 'POST' && { data: {} }),
  })
  expect(response.ok()).toBe(true)
  return response.json()
}

/** The texts of three characters or more that name a person or a code. */
function personalTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, member]) => {
    const isPersonal = PERSONAL.test(field) && (typeof member === 'string' || typeof member === 'number')
    return isPersonal ? [String(member)].filter(({ length }) => length >= 3) : personalTexts(member)
  })
}
