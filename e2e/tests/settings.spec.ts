import { exampleCandidate } from '@canje/registry/testing'
import { makeLive, SCORES, test } from '../support/faults'
import { relisted } from '../support/release-origin'
import { expect, openMain } from '../support/test'

/** The tab shows its setting; the module `./settings` requires a number, as Ajv would compile it. */
const EXPOSED = `(() => {
  const check = ({ rows }) => {
    check.errors = [{ instancePath: '/rows', message: 'must be number' }]
    return typeof rows === 'number'
  }
  return { default: module === './settings' ? check : ({ settings }) => 'Filas: ' + (settings.rows ?? 'todas') }
})()`
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

test('settings that do not fit show the previous release, or concern this tab only', async ({
  page,
  origin,
  releases: { store },
}) => {
  const previous = await store.publishStub(SCORES, '1.2.9', EXPOSED)
  makeLive(origin, await store.publishStub(SCORES, '1.3.1', EXPOSED, { settings: 'chunk.js' }), [previous])
  await openMain(page, PATH)
  const panel = page.getByRole('tabpanel', { name: 'Puntaje' })
  await expect(panel).toContainText('Filas: todas')
  await expect(panel).toContainText('Se muestra la versión 1.2.9 de esta pestaña en lugar de la 1.3.1.')
  await expect.poll(() => origin.reports).toMatchObject([{ type: 'settings-invalid', remote: SCORES }])

  origin.configure = (config) => relisted(config, SCORES, { settings: 'settings/../config.json' })
  await openMain(page, PATH)
  await expect(panel.getByRole('alert')).toContainText('Sus ajustes no son válidos: avise al responsable.')
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await expect(page.locator('[data-release^="mf-users@"]')).toBeVisible()
})

test('a candidate gets the settings of its remote, and gives way to the live release where they do not fit', async ({
  page,
  origin,
  releases: { store },
}) => {
  const candidate = await store.publishStub(SCORES, '1.4.0', EXPOSED, { settings: 'chunk.js' })
  makeLive(origin, await store.publishStub(SCORES, '1.3.2', EXPOSED), [])
  origin.change(origin.remotes, { [SCORES]: { next: exampleCandidate(candidate.release) } })
  origin.configure = (config) => relisted(config, SCORES, { settings: { rows: 7 } })
  await openMain(page, `${PATH}&candidate=1.4.0`)
  await page.getByRole('dialog', { name: 'Probar Puntaje 1.4.0' }).getByRole('button', { name: 'Probar' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Puntaje' })
  const banner = page.locator('.preview-banner')
  await expect(banner).toContainText('Vista previa de Puntaje 1.4.0, en lugar de la versión 1.3.2.')
  await expect(panel).toContainText('Filas: 7')

  origin.configure = (config) => relisted(config, SCORES, { settings: { rows: 'siete' } })
  await page.reload()
  await expect(banner).toContainText(
    'Puntaje 1.4.0, en prueba, falló: sus ajustes no son válidos. En su lugar se muestra la versión 1.3.2.',
  )
  await expect(panel).toContainText('Filas: siete')
  await expect
    .poll(() => origin.reports)
    .toContainEqual(expect.objectContaining({ type: 'settings-invalid', candidate: 'mf-scores@1.4.0' }))
})
