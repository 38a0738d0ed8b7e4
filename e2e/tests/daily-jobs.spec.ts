import { text as textOfStream } from 'node:stream/consumers'
import { dataRows } from '@canje/tab-testing/browser'
import type { Download, Locator, Page } from '@playwright/test'
import { readExcel } from '../support/excel'
import { countActions, type Device, type Hands } from '../support/hands'
import { asColleague, type Code, type Colleague, openCodes, test } from '../support/own-backend'
import { expect, filterBy, loadedPanel, storedToken, storeSession } from '../support/test'

// Jobs that staff do every day: `npm test` does each by mouse or by keyboard, in short lists, LONG_TESTS=1 by both, in lists
// of up to 100,000 rows.

const MOST_ACTIONS = 4

// Of more users, nobody has a name of their own.
if (process.env.LONG_TESTS) test.use({ seed: { users: 30_000, codes: 100_000, scores: 60_000, referrals: 40_000 } })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
// Both tests change the codes of one backend.
test.describe.configure({ mode: 'default', ...(process.env.LONG_TESTS && { timeout: 1_800_000 }) })

/** What a job is about. */
interface Desk {
  page: Page
  /** The panel of a tab; by default, of that in which the job starts. */
  panel: (tab?: string) => Locator
  colleague: Colleague
  /** The codes when the job starts. */
  codes: readonly Code[]
  batch: Batch
  person: Record<'name' | 'phone', string>
  /** Users with the number of codes that they redeemed last month. */
  redemptions: ReadonlyMap<number, number>
  /** The file that the page saves next. */
  file: Promise<Download>
}

/** Codes that an account other than `admin` created yesterday. */
interface Batch {
  account: string
  names: readonly string[]
  /** As YYYY-MM-DD in the campaign's time zone. */
  day: string
}

interface Job {
  name: string
  tab: string
  /** What there is before the job. */
  prepare?: (desk: Desk) => Promise<unknown>
  mouse: (hands: Hands, desk: Desk) => Promise<unknown>
  keyboard: (hands: Hands, desk: Desk) => Promise<unknown>
  /** Waits for the result. */
  result: (desk: Desk) => Promise<unknown>
  /** What else holds then, of which nobody waits for. */
  check?: (desk: Desk) => Promise<unknown>
}

const button = (within: Locator | Page, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const searchOf = (panel: Locator) => panel.getByLabel(/^Buscar en /)
const receiptOf = (panel: Locator) => panel.getByRole('region', { name: 'Comprobante' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const redeemed = (codes: readonly Code[]) => codes.filter(({ used }) => used === 1)
const unassigned = (codes: readonly Code[]) => codes.filter(({ userName }) => userName === null)
const namesOf = (codes: readonly Code[]) => codes.map(({ name }) => name)
/** 40 codes, of which three are redeemed; the others are the newest ones, not the batch. */
const listed = (codes: readonly Code[]) => [...redeemed(codes).slice(0, 3), ...unassigned(codes).slice(-37)]
function someRedeemed(codes: readonly Code[]): Code {
  const [code] = redeemed(codes)
  if (!code) throw new Error('No code is redeemed.')
  return code
}

/** A number as the product writes it. */
const formatted = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.')
/** A number with or without points. */
const ofDigits = (count: number) => new RegExp(`^${formatted(count).replaceAll('.', '\\.?')}$`)
const expectFound = (panel: Locator, count: number) =>
  expect(panel.locator('.found')).toHaveText(new RegExp(`^${formatted(count)} `))

/** The last calendar month in the campaign's time zone, as YYYY-MM. */
function lastMonth(): string {
  const today = new Date(Date.now() - 5 * 3_600_000)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

/** Opens the menu 'Vista' by keyboard, and goes up to an entry. */
async function chooseInMenu({ key }: Hands, { page }: Desk, entry: string, ups: number): Promise<void> {
  await key('Alt+v')
  for (let up = 0; up < ups; up++) await key('ArrowUp')
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
  await key('Enter')
}

const jobs: Job[] = [
  {
    name: 'whether, when and by whom a code was redeemed',
    tab: 'Codigos',
    async mouse({ click, type }, { panel, codes }) {
      const { name } = someRedeemed(codes)
      await click(searchOf(panel()))
      await type(name)
      await click(panel().getByRole('link', { name }))
    },
    async keyboard({ key, type }, { codes }) {
      await key('/')
      await type(someRedeemed(codes).name)
      await key('Enter')
    },
    async result({ panel, codes }) {
      const { name, userName } = someRedeemed(codes)
      for (const text of [name, /Redimido.*\d\d:\d\d:\d\d/, String(userName)])
        await expect(panel().getByRole('dialog')).toContainText(text)
    },
  },
  {
    name: 'a user by phone',
    tab: 'Usuarios',
    async mouse({ click, type }, { panel, person }) {
      await click(searchOf(panel()))
      await type(person.phone.slice(3))
    },
    async keyboard({ key, type }, { person }) {
      await key('/')
      await type(person.phone.slice(3))
    },
    async result({ panel, person }) {
      await expectFound(panel(), 1)
      await expect(dataRows(panel())).toContainText([person.name])
    },
  },
  {
    name: 'how many codes are not redeemed',
    tab: 'Usuarios',
    async prepare({ page }) {
      await enter(page, 'Codigos')
      await enter(page, 'Usuarios')
    },
    async mouse({ click }, { page, panel }) {
      await click(page.getByRole('tab', { name: 'Codigos' }))
      await click(button(panel('Codigos'), '+ Filtro'))
      await click(button(panel('Codigos').getByRole('group', { name: '+ Filtro' }), 'Estado'))
    },
    async keyboard({ key, type }) {
      await key('ArrowRight')
      await key('/')
      await type('sin redimir')
    },
    result({ panel, codes }) {
      const count = formatted(unassigned(codes).length)
      const option = panel('Codigos').getByRole('option', { name: `sin redimir (${count})` })
      return expect(option.or(panel('Codigos').getByText(`${count} encontrados`))).toBeVisible()
    },
  },
  {
    name: 'create 50 codes and hand them over',
    tab: 'Codigos',
    async mouse({ click, type }, { page, panel }) {
      await click(button(panel(), 'Crear codigo'))
      await expect(page.getByLabel('Cantidad Codigos')).toBeFocused()
      await type('50')
      await click(button(dialogOf(page, 'Creacion de codigos'), 'Crear'))
      await click(button(receiptOf(panel()), 'Copiar'))
    },
    async keyboard({ key, type }, { page, panel }) {
      await key('Alt+n')
      await expect(page.getByLabel('Cantidad Codigos')).toBeFocused()
      await type('50')
      await key('Enter')
      await expect(receiptOf(panel())).toContainText('Nuevos (50)')
      await expect(dialogOf(page, 'Creacion de codigos')).toBeHidden()
      await key('Control+c')
    },
    result: ({ page }) => expect(page.getByText('Se copiaron 50 codigos')).toBeVisible(),
    async check({ page, codes, colleague }) {
      const before = new Set(namesOf(codes))
      const created = namesOf(await colleague.list()).filter((name) => !before.has(name))
      expect((await copied(page)).split(/\r?\n/).sort()).toEqual(created.sort())
    },
  },
  {
    name: 'delete a code in sight, be sure, take it back',
    tab: 'Codigos',
    prepare: ({ panel }) => filterBy(panel(), 'Estado', /^sin redimir /),
    async mouse({ click }, { panel }) {
      await click(button(panel(), /^Borrar (?!codigos)/).first())
      await expect(receiptOf(panel())).toContainText('Eliminado ')
      await click(button(receiptOf(panel()), 'Deshacer'))
    },
    async keyboard({ key }, { panel }) {
      await key('/')
      await key('ArrowDown')
      await expect(dataRows(panel()).first()).toBeFocused()
      await key('Delete')
      await expect(receiptOf(panel())).toContainText('Eliminado ')
      await key('Control+z')
    },
    result: ({ page }) => expect(page.getByText('se restauró el codigo')).toBeVisible(),
    check: async ({ codes, colleague }) => expect(await colleague.list()).toEqual(codes),
  },
  {
    name: 'who redeemed most last month',
    tab: 'Reportes',
    async mouse({ click }, { panel }) {
      await click(button(panel(), '+ Filtro'))
      await click(button(panel().getByRole('group', { name: '+ Filtro' }), 'Fecha'))
      await click(button(panel().getByRole('group', { name: 'Fecha de redención' }), 'Mes pasado'))
      await click(button(panel(), 'Resumen'))
    },
    async keyboard({ key }, { page }) {
      const period = page.getByLabel('Periodo')
      await key('Alt+r')
      await expect(period).toBeVisible()
      await key('Tab')
      await key('Tab')
      await expect(period).toBeFocused()
      await key('m')
    },
    async result({ page, redemptions }) {
      const counts = [...redemptions.values()]
      const rows = dialogOf(page, 'Resumen').getByRole('row')
      const inColumn = (row: Locator) => row.locator('td, th').nth(2)
      await expect(inColumn(rows.last())).toHaveText(ofDigits(counts.reduce((sum, count) => sum + count, 0)))
      await expect(inColumn(rows.nth(1))).toHaveText(ofDigits(Math.max(...counts)))
    },
  },
  {
    name: 'copy a link to what is in sight',
    tab: 'Codigos',
    async mouse({ click, type }, { panel }) {
      await click(searchOf(panel()))
      await type('sin redimir')
      await click(button(panel(), 'Copiar enlace'))
    },
    async keyboard({ key, type }) {
      await key('/')
      await type('sin redimir')
      await key('Alt+l')
    },
    result: ({ page }) => expect.poll(() => copied(page)).toMatch(/\?tab=codigos#q=sin\+redimir$/),
  },
  {
    name: 'save the CSV of a filtered view',
    tab: 'Codigos',
    async mouse({ click }, { panel, codes }) {
      await click(button(panel(), '+ Filtro'))
      await click(button(panel().getByRole('group', { name: '+ Filtro' }), 'Estado'))
      await click(panel().getByRole('option', { name: /^redimido / }))
      await expectFound(panel(), redeemed(codes).length)
      await click(button(panel().getByRole('toolbar'), 'CSV'))
    },
    async keyboard({ key, type }, { panel, codes }) {
      await key('/')
      await type('redimido')
      await expectFound(panel(), redeemed(codes).length)
      await key('Alt+s')
    },
    result: ({ file }) => file,
    async check({ codes, file }) {
      const csv = await textOfStream(await (await file).createReadStream())
      expect(csv.split('\r\n')).toHaveLength(1 + redeemed(codes).length)
    },
  },
  {
    name: 'go to the middle of the list',
    tab: 'Codigos',
    async mouse({ click, type, key }, { panel, codes }) {
      await click(panel().getByLabel('Ir a la página'))
      await type(String(middleOf(codes)))
      await key('Enter')
    },
    async keyboard({ key, type }, { codes }) {
      await key('Alt+p')
      await type(String(middleOf(codes)))
      await key('Enter')
    },
    async result({ panel, codes }) {
      const first = (middleOf(codes) - 1) * 10
      await expect(panel().locator('tbody td:nth-child(3)')).toHaveText(namesOf(codes.slice(first, first + 10)))
    },
  },
  {
    name: 'whom a user has referred',
    tab: 'Usuarios',
    async mouse({ click, type }, { panel, person }) {
      await click(searchOf(panel()))
      await type(person.phone)
      await click(panel().getByRole('link', { name: person.name }))
    },
    async keyboard({ key, type }, { person }) {
      await key('/')
      await type(person.phone)
      await key('Enter')
    },
    result: ({ panel }) => expect(panel().getByRole('tree', { name: 'Árbol de referidos' })).toBeVisible(),
  },
  {
    name: 'who deleted codes',
    tab: 'Codigos',
    mouse: ({ click }, { panel }) => click(button(panel(), 'Historial')),
    keyboard: ({ key }) => key('Alt+h'),
    result: ({ page }) =>
      expect(
        dialogOf(page, 'Historial')
          .getByRole('row', { name: /admin eliminó \d+ codigo/ })
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'an Excel file of all users, with their ids intact',
    tab: 'Usuarios',
    async mouse({ click }, { page, panel }) {
      await click(button(panel(), 'Vista'))
      await click(page.getByRole('menuitem', { name: 'Descargar para Excel' }))
    },
    keyboard: (hands, desk) => chooseInMenu(hands, desk, 'Descargar para Excel', 2),
    result: ({ file }) => file,
    async check({ file, person }) {
      const rows = await readExcel(await file)
      expect(rows.find(([, name]) => name === person.name)?.slice(0, 5)).toContain(person.phone)
    },
  },
  {
    name: 'delete 40 pasted codes, of which 3 are refused',
    tab: 'Codigos',
    prepare: ({ page, codes }) =>
      page.evaluate((text) => navigator.clipboard.writeText(text), namesOf(listed(codes)).join('\n')),
    async mouse({ click, key, type }, { panel, codes }) {
      await click(searchOf(panel()))
      await type(namesOf(listed(codes)).join('\n'))
      await key('Control+Enter')
      await click(button(panel(), 'Borrar 37'))
    },
    async keyboard({ key }, { panel }) {
      await key('/')
      await key('Control+v')
      await key('Control+Enter')
      await expect(dataRows(panel()).first()).toBeFocused()
      await expect(panel().getByText('se borran 37, se quedan 3 redimidos')).toBeVisible()
      await key('Delete')
    },
    async result({ panel }) {
      await expect(receiptOf(panel())).toContainText('Eliminados (37)')
      await expect(button(receiptOf(panel()), '3 no se borraron')).toBeVisible()
    },
    check: async ({ codes, colleague }) => expect(await colleague.list()).toHaveLength(codes.length - 37),
  },
  {
    name: 'the batch of 50 that a colleague made yesterday',
    tab: 'Codigos',
    async mouse({ click }, { page, panel, batch }) {
      await click(button(panel(), 'Historial'))
      await click(button(dialogOf(page, 'Historial'), new RegExp(`^Ver los codigos: creó 50 codigos, ${batch.day}`)))
    },
    async keyboard({ key, type }, { page, batch }) {
      await key('Alt+h')
      await expect(dialogOf(page, 'Historial').getByRole('row').nth(1)).toContainText('admin')
      await key('/')
      await type(`${batch.account} 50 ${batch.day}`)
      await key('Enter')
    },
    result: ({ page, batch }) =>
      expect(
        page
          .getByRole('table')
          .filter({ hasText: batch.names[0] ?? '' })
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'copy the diagnosis',
    tab: 'Usuarios',
    async mouse({ click }, { page, panel }) {
      await click(button(panel(), 'Vista'))
      await click(page.getByRole('menuitem', { name: 'Diagnóstico' }))
      await click(button(dialogOf(page, 'Diagnóstico'), 'Copiar'))
    },
    async keyboard(hands, desk) {
      await chooseInMenu(hands, desk, 'Diagnóstico', 1)
      await expect(button(dialogOf(desk.page, 'Diagnóstico'), 'Copiar')).toBeFocused()
      await expect(desk.page.getByRole('textbox', { name: 'Diagnóstico' })).toHaveValue(/^Diagnóstico de Canje/)
      await hands.key('Enter')
    },
    result: ({ page }) => expect.poll(() => copied(page)).toMatch(/^Diagnóstico de Canje/),
  },
  {
    name: 'come back to page 7 by date',
    tab: 'Codigos',
    async prepare({ page, panel }) {
      await button(panel(), 'Fecha').click()
      await panel().getByLabel('Ir a la página').fill('7')
      await page.keyboard.press('Enter')
      await expect(panel().getByText('Showing 61 to 70')).toBeVisible()
      await page.getByRole('tab', { name: 'Usuarios' }).click()
    },
    mouse: ({ click }, { page }) => click(page.getByRole('tab', { name: 'Codigos' })),
    keyboard: ({ key }) => key('ArrowRight'),
    async result({ panel }) {
      await expect(panel().getByText('Showing 61 to 70')).toBeVisible()
      await expect(panel().getByRole('columnheader', { name: 'Fecha' })).toHaveAttribute('aria-sort', /./)
    },
  },
  // After the jobs that read the log: it has an event per code then, and 'Historial' reads a thousand of them at first.
  {
    name: 'delete all unassigned codes',
    tab: 'Codigos',
    async mouse({ click }, { page, panel }) {
      await click(button(panel(), 'Borrar codigos'))
      await click(button(dialogOf(page, 'Eliminar Codigos'), 'Eliminar'))
    },
    async keyboard({ key }, { page, codes }) {
      await key('Alt+b')
      await expect(page.getByText(`Son ${formatted(unassigned(codes).length)} codigos`)).toBeVisible()
      await key('Tab')
      await key('Enter')
    },
    async result({ panel, codes }) {
      await expect(receiptOf(panel())).toContainText(`Eliminados (${formatted(unassigned(codes).length)})`)
      await expect(panel().getByText(`${formatted(redeemed(codes).length)} en total`)).toBeVisible()
    },
    async check({ panel, codes }) {
      await button(receiptOf(panel()), 'Deshacer').click()
      await expect(panel().getByText(`${formatted(codes.length)} en total`)).toBeVisible()
    },
  },
  // Last, because the clock stops.
  {
    name: 'go on with a number in a dialog when the session ends',
    tab: 'Codigos',
    async prepare({ page, panel }) {
      await button(panel(), 'Crear codigo').click()
      await page.getByLabel('Cantidad Codigos').fill('42')
      await page.clock.install()
      await page.clock.pauseAt(Number(await page.evaluate(() => sessionStorage.getItem('expires_at'))) - 30_000)
      await expect(page.getByLabel('Contraseña')).toBeVisible()
    },
    async mouse({ click, type }, { page }) {
      await click(page.getByLabel('Contraseña'))
      await type('demo-1234')
      await click(button(page, 'Seguir'))
    },
    async keyboard({ key, type }, { page }) {
      await key('Tab')
      await key('Tab')
      await expect(page.getByLabel('Contraseña')).toBeFocused()
      await type('demo-1234')
      await key('Enter')
    },
    async result({ page }) {
      await expect(page.getByRole('region', { name: 'Sesión' })).toBeHidden()
      await expect(page.getByLabel('Cantidad Codigos')).toHaveValue('42')
    },
  },
]

const middleOf = (codes: readonly Code[]) => Math.ceil(codes.length / 20)

/** Leaves what the last job has opened, and enters a tab. */
async function enter(page: Page, tab: string): Promise<void> {
  const opened = page.getByRole('dialog').or(button(page, 'Quitar la selección'))
  for (const _ of Array(5)) if (await opened.first().isVisible()) await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: tab }).click()
  const panel = await loadedPanel(page, tab)
  const narrowed = button(panel, / en total$/)
  if (await narrowed.isVisible()) await narrowed.click()
  await page.getByRole('tab', { name: tab }).focus()
}

/** A user who has referred others, and whose name nobody else has. */
async function findReferrer({ send }: Colleague): Promise<Desk['person']> {
  const users: Desk['person'][] = (await send('SelectUsers')).data
  const referrals: { user_name: string }[] = await send('SelectReferrals', {})
  const referrers = new Set(referrals.map(({ user_name }) => user_name))
  const person = users.find(
    ({ name }) => referrers.has(name) && users.filter((other) => other.name === name).length === 1,
  )
  if (!person) throw new Error('Nobody with a name of their own has referred others.')
  return person
}

const dayBefore = (time: string) =>
  new Date(Date.parse(`${time.slice(0, 10)}T00:00Z`) - 86_400_000).toISOString().slice(0, 10) + time.slice(10)

/** Creates codes, which the log of the page attributes to an account of yesterday. */
async function createYesterday(page: Page, colleague: Colleague): Promise<Batch> {
  const account = 'eva'
  const created = await colleague.create(50)
  const names = namesOf(created)
  await page.route('**/SelectStaffEvents*', async (route) => {
    const response = await route.fetch()
    const { data }: { data: { codeName: string; date: string }[] } = await response.json()
    const events = data.map((event) =>
      names.includes(event.codeName) ? { ...event, userName: account, date: dayBefore(event.date) } : event,
    )
    await route.fulfill({ response, json: { data: events } })
  })
  return { account, names, day: dayBefore(created[0]?.date ?? '').slice(0, 10) }
}

const BOTH: Device[] = ['mouse', 'keyboard']

for (const [by, deviceOf] of process.env.LONG_TESTS
  ? BOTH.map((device) => [device, () => device] as const)
  : [['mouse or keyboard', (index: number) => BOTH[index % 2] ?? 'mouse'] as const]) {
  test(`each daily job takes at most four actions by ${by}`, async ({ page, backend }) => {
    const colleague = await asColleague(page, backend)
    const batch = await createYesterday(page, colleague)
    await colleague.create(99)
    const redemptions = new Map<number, number>()
    await page.route('**/SelectReport', async (route) => {
      const response = await route.fetch()
      const { data }: { data: { id: number; codeDate: string | null }[] } = await response.json()
      redemptions.clear()
      // The demonstration data is older.
      for (const row of data.filter(({ codeDate }) => codeDate)) {
        row.codeDate = `${lastMonth()}-15 10:00:00`
        redemptions.set(row.id, (redemptions.get(row.id) ?? 0) + 1)
      }
      await route.fulfill({ response, json: { data } })
    })
    await openCodes(page, backend)
    // The session can be renewed by a person whose name it has.
    await storeSession(page, { token: await storedToken(page), name: 'admin' })
    await page.reload()
    const person = await findReferrer(colleague)

    for (const [index, { name, tab, prepare, result, check, ...job }] of jobs.entries()) {
      const device = deviceOf(index)
      await test.step(name, async () => {
        await enter(page, tab)
        const desk: Desk = {
          page,
          panel: (name = tab) => page.getByRole('tabpanel', { name }),
          colleague,
          codes: await colleague.list(),
          batch,
          person,
          redemptions,
          file: page.waitForEvent('download'),
        }
        desk.file.catch(() => undefined)
        await prepare?.(desk)
        const actions = await countActions(page, device, (hands) => job[device](hands, desk))
        await result(desk)
        await check?.(desk)
        expect.soft(actions, name).toBeLessThanOrEqual(MOST_ACTIONS)
      })
    }
  })
}
