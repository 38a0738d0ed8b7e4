import type { Extension, RegisteredRemote } from '@canje/registry'
import type { Page } from '@playwright/test'
import { REMOTE_FAILED } from '../support/console'
import { test } from '../support/faults'
import { type ReleaseOrigin, refetchState, registered, relisted, type Store } from '../support/release-origin'
import { expect, loadedPanel, openMain, openTab } from '../support/test'

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

test('a release of mf-users changes the panel in other tabs, and a broken one shows the panel before it', {
  tag: '@long',
}, async ({ page, origin, releases: { store }, allowConsoleErrors }) => {
  allowConsoleErrors(/ficha rota/, REMOTE_FAILED)
  const ofPersons: Extension[] = [{ slot: 'detalle:usuario', module: './detalle:usuario', preload: [] }]
  const release = (version: string, component: string) =>
    store.publishStub('mf-users', version, `{ default: ${component} }`, { extensions: ofPersons })
  const newer = await release('2.0.0', `({ input }) => React.createElement('h3', { id: input.headingId }, 'Ficha')`)
  const broken = await release('2.1.0', `() => { throw new Error('ficha rota') }`)
  const current = store.liveOf('mf-users')
  await openMain(page, '/main?tab=puntaje')

  /** Searches in the tab. @returns it, with its first person */
  const find = async (label: string) => {
    const panel = await loadedPanel(page, label)
    const search = panel.getByRole('textbox', { name: `Buscar en ${label}` })
    await search.fill('a')
    await expect(panel.locator('mark').first()).toBeVisible()
    const person = panel.locator('tbody').getByRole('link').first()
    const rows = await panel.locator('tbody').innerText()
    return { panel, search, person, name: await person.innerText(), rows }
  }
  type Found = Awaited<ReturnType<typeof find>>
  const open = async ({ person }: Found, heading: string) => {
    await person.click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: heading, level: 3 })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const expectUnchanged = async ({ panel, search, rows }: Found) => {
    expect(await panel.locator('tbody').innerText()).toBe(rows)
    await expect(search).toHaveValue('a')
  }

  const scores = await find('Puntaje')
  await open(scores, scores.name)
  replace(origin, registered(newer))
  await refetchState(page, origin, 'mf-users')
  await open(scores, 'Ficha')

  const codesPanel = await openTab(page, 'Codigos')
  const create = codesPanel.getByRole('button', { name: 'Crear codigo' })
  await create.click()
  await page.getByRole('spinbutton').fill('1')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  const receipt = codesPanel.getByRole('region', { name: 'Comprobante' })
  await expect(receipt).toBeVisible()
  await create.click()
  await page.getByRole('spinbutton').fill('42')
  await page.keyboard.press('Escape')
  const codes = await find('Codigos')

  replace(origin, registered(broken, [current]))
  await refetchState(page, origin, 'mf-users')
  await open(codes, codes.name)
  await expectUnchanged(codes)
  await expect(receipt).toBeVisible()
  await create.click()
  await expect(page.getByRole('spinbutton')).toHaveValue('42')
  await page.keyboard.press('Escape')

  await openTab(page, 'Puntaje')
  await open(scores, scores.name)
  await expectUnchanged(scores)
  await expect(page.locator('[data-release="mf-scores@1.0.0"]')).toBeVisible()
})
