import type { Extension, RegisteredRemote } from '@canje/registry'
import type { Page } from '@playwright/test'
import { test } from '../support/faults'
import { type ReleaseOrigin, refetchState, registered, relisted, type Store } from '../support/release-origin'
import { expect, openMain } from '../support/test'

const SLOT = 'detalle:prueba'
const extensions: Extension[] = [{ slot: SLOT, module: `./${SLOT}`, preload: [] }]
const slot = `[data-slot="${SLOT}"]`

/** A tab with a draft and a slot that a button opens and closes. */
const HOST = `{ default: ({ extensions: { has, Extension } }) => {
  const [isOpen, setIsOpen] = React.useState(false)
  const { createElement } = React
  return createElement('div', null,
    createElement('input', { 'aria-label': 'Borrador' }),
    createElement('button', { onClick: () => setIsOpen(!isOpen) }, has('${SLOT}') ? 'Detalle' : 'Sin detalle'),
    isOpen && createElement(Extension, { slot: '${SLOT}', input: { id: 7 } }))
} }`

/** Publishes a version of mf-users whose tab shows the version, and with this component in its slot. */
const publishOwner = (store: Store, version: string, component: string) =>
  store.publishStub(
    'mf-users',
    version,
    `{ default: module === './Tab' ? () => 'Usuarios de ${version}' : ${component} }`,
    { extensions },
  )
const panel = (version: string) => `({ input }) => 'Panel ${version} de ' + input.id`

/** Opens the host in a page with these remotes in place of their live releases. */
async function openHost(page: Page, origin: ReleaseOrigin, store: Store, owner: RegisteredRemote): Promise<void> {
  origin.configure = (config) => relisted(config, owner.name, { slots: [SLOT] })
  replace(origin, owner, registered(await store.publishStub('mf-scores', '1.3.0', HOST)))
  await openMain(page, '/main?tab=puntaje')
  await page.getByLabel('Borrador').fill('Ana')
}

function replace(origin: ReleaseOrigin, ...remotes: RegisteredRemote[]): void {
  const names = remotes.map(({ name }) => name)
  origin.change([...origin.remotes.filter(({ name }) => !names.includes(name)), ...remotes])
}

test('a release of the owner changes a slot in the tab of another remote, which stays as it is', async ({
  page,
  origin,
  releases: { store },
}) => {
  const first = await publishOwner(store, '1.1.0', panel('1.1.0'))
  const second = await publishOwner(store, '1.2.0', panel('1.2.0'))
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await openHost(page, origin, store, registered(first))
  const scripts = () => files.filter((path) => /^\/mf-users\/.*\.js$/.test(path))
  const toggle = page.getByRole('button', { name: 'Detalle' })

  await toggle.click()
  await expect(page.locator(slot)).toHaveText('Panel 1.1.0 de 7')
  expect(new Set(scripts())).toEqual(new Set(['/mf-users/1.1.0/remoteEntry.js']))

  replace(origin, registered(second))
  await refetchState(page, origin, 'mf-users')
  await expect(page.locator(slot)).toHaveText('Panel 1.1.0 de 7')
  await toggle.click()
  await toggle.click()
  await expect(page.locator(slot)).toHaveText('Panel 1.2.0 de 7')
  await expect(page.locator(slot)).toHaveAttribute('data-extension', 'mf-users@1.2.0')
  await expect(page.locator('[data-release="mf-scores@1.3.0"]')).toBeVisible()
  await expect(page.getByLabel('Borrador')).toHaveValue('Ana')

  // Nobody provides the slot any more.
  replace(origin, registered(store.liveOf('mf-users')))
  await refetchState(page, origin, 'mf-users')
  await expect(page.getByRole('button', { name: 'Sin detalle' })).toBeVisible()
  await expect(page.locator(slot)).toHaveText('Panel 1.2.0 de 7')
  await expect(page.getByLabel('Borrador')).toHaveValue('Ana')
})
