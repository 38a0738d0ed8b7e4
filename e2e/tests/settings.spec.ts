import { exampleCandidate } from '@canje/registry/testing'
import { makeLive, SCORES, test } from '../support/faults'
import { relisted } from '../support/release-origin'
import { expect, openMain } from '../support/test'

/** The tab shows its setting; the module `./settings` requires a number, as Ajv would compile it. */
const EXPOSED = `{
  default: module === './settings' ? ({ rows }) => typeof rows === 'number' : ({ settings }) => 'Filas: ' + settings.rows
}`
const PATH = '/main?tab=puntaje'

test('the same bytes show the settings of three environments', async ({ page, origin, releases: { store } }) => {
  makeLive(origin, await store.publishStub(SCORES, '1.40.0', EXPOSED, { settings: 'chunk.js' }), [])
  const panel = page.getByRole('tabpanel', { name: 'Puntaje' })
  for (const rows of [10, 20, 30]) {
    const isFile = rows === 30
    await page.route('**/settings/mf-scores.json', (route) => route.fulfill({ json: { rows } }))
    const settings = isFile ? 'settings/mf-scores.json' : { rows }
    origin.configure = (config) => relisted(config, SCORES, { settings })
    await openMain(page, PATH)
    await expect(panel).toContainText(`Filas: ${rows}`)
  }
})

test('a candidate gets the settings of its remote', async ({ page, origin, releases: { store } }) => {
  const candidate = await store.publishStub(SCORES, '1.4.0', EXPOSED, { settings: 'chunk.js' })
  makeLive(origin, await store.publishStub(SCORES, '1.3.2', EXPOSED), [])
  origin.change(origin.remotes, { [SCORES]: { next: exampleCandidate(candidate.release) } })
  origin.configure = (config) => relisted(config, SCORES, { settings: { rows: 7 } })
  await openMain(page, `${PATH}&candidate=1.4.0`)
  await page.getByRole('dialog', { name: 'Probar Puntaje 1.4.0' }).getByRole('button', { name: 'Probar' }).click()
  await expect(page.locator('.preview-banner')).toContainText('Vista previa de Puntaje 1.4.0')
  await expect(page.getByRole('tabpanel', { name: 'Puntaje' })).toContainText('Filas: 7')
})
