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
