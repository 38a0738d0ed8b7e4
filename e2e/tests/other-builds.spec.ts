import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { bundle, copyDocumentedFiles, type OtherShell, openOtherShell, serveHost } from '../support/other-builds'
import { stubServices } from '../support/stubbed-services'
import { expect, test, toast } from '../support/test'

test.describe.configure({ mode: 'serial' })

let shell: OtherShell
const folders: string[] = []

test.beforeAll(async () => {
  shell = await openOtherShell()
})
test.afterAll(async () => {
  await shell.close()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

// `npm test` builds the documented host only, and has `--dist` in publish-dist.test.ts. The bundlers are loaded on demand.
const builds: [id: string, configuration: string, build: (configurationFile: string) => Promise<unknown>][] = [
  ['premios', 'rspack.config.mjs', (file) => bundle(file, rspack)],
  ['sorteos', 'webpack.config.mjs', async (file) => bundle(file, (await import('webpack')).default)],
  ['bonos', 'vite.config.mjs', async (configFile) => (await import('vite')).build({ configFile, logLevel: 'error' })],
]

for (const [id, configuration, build] of builds) {
  test(`a tab is built with the documented ${configuration}, published and opened`, { tag: '@long' }, async ({
    page,
  }) => {
    const folder = await copyDocumentedFiles(id)
    folders.push(folder)
    await build(join(folder, configuration))
    const { code, output } = await shell.publish(join(folder, 'dist'))
    expect(output).toContain(`mf-${id} 1.0.0 is live`)
    expect(code).toBe(0)

    await stubServices(page)
    await page.goto(`${shell.url}/main?tab=${id}`)
    const panel = page.getByRole('tabpanel', { name: `Tab ${id}` })
    await expect(panel.getByText('Premio: ninguno')).toBeVisible()
    await panel.getByRole('button', { name: 'Ver premio' }).click()
    await expect(panel.getByText('Premio: una bicicleta')).toBeVisible()
    await expect(toast(page, 'Primer premio: una bicicleta')).toBeVisible()
  })
}

test('mf-codes works in the documented host', async ({ page }) => {
  const folder = await copyDocumentedFiles('premios')
  folders.push(folder)
  await bundle(join(folder, 'host.config.mjs'), rspack)
  const host = await serveHost(join(folder, 'host/dist'))
  try {
    await stubServices(page)
    await page.goto(host.url)
    await expect(page.getByRole('cell', { name: 'Ana', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Crear codigo' })).toBeVisible()
  } finally {
    host.close()
  }
})
