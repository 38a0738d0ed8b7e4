import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import { expect, loadedPanel, openMain, sampled, test } from '../support/test'

const ROWS = 100_000

// One worker, so that the table of all jobs is complete.
test.describe.configure({ mode: 'default' })

/** What a job took, by input device. */
const taken: Record<string, Record<string, string | number>> = {}
test.afterAll(() => console.table(taken))

/** A way to use the screen: by mouse, or by keyboard alone. Typing a text is not counted. */
interface Hands {
  /** Clicks, or keys beside those of typed texts. */
  readonly count: number
  search: (text: string) => Promise<void>
  press: (control: Locator) => Promise<void>
}

class Mouse implements Hands {
  count = 0
  constructor(
    private readonly page: Page,
    private readonly panel: Locator,
  ) {}

  async search(text: string): Promise<void> {
    await this.press(this.panel.getByLabel(/^Buscar en /))
    await this.page.keyboard.insertText(text)
  }

  async press(control: Locator): Promise<void> {
    this.count++
    await control.click()
  }
}

class Keyboard implements Hands {
  count = 0
  constructor(private readonly page: Page) {}

  async search(text: string): Promise<void> {
    await this.key('/')
    await this.page.keyboard.insertText(text)
  }

  async press(control: Locator): Promise<void> {
    while (!(await this.isIn(control, 'fieldset, [role=toolbar]'))) await this.key('Tab')
    while (!(await this.isIn(control))) await this.key('ArrowRight')
    if (!(await control.evaluate((element) => element.matches('input')))) await this.key('Enter')
  }

  private async key(key: string): Promise<void> {
    this.count++
    if (this.count > 40) throw new Error('The control cannot be reached by keyboard.')
    await this.page.keyboard.press(key)
  }

  /** Whether the control, or the group around it that is one tab stop, has the focus. */
  private isIn(control: Locator, group = ':not(*)'): Promise<boolean> {
    return control.evaluate(
      (element, group) => (element.closest(group) ?? element).contains(document.activeElement),
      group,
    )
  }
}

const codeOf = (index: number) => `C${String((index * 7919) % 1_000_003).padStart(7, '0')}K`
const codes = Array.from({ length: ROWS }, (_, index) => ({
  id: index + 1,
  name: codeOf(index),
  userName: index % 3 === 0 ? `José Ñañez ${index}` : null,
  used: index % 6 === 0 ? 1 : 0,
  date: '2025-06-15 08:00:00',
}))
const users = Array.from({ length: ROWS }, (_, index) => ({
  id: index + 1,
  name: `Ana Ruiz ${index}`,
  mail: `ana.ruiz.${index}@example.com`,
  phone: `+57300${String(index * 31).padStart(7, '0')}`,
  identification_number: String(10_000_000 + index),
  points: index % 100,
  locate: 'Bogotá',
  documentType: 'Cédula',
  date: '2025-06-15 08:00:00',
}))

/** A job that staff do every day. It starts on a loaded tab, and ends when the result is on the screen. */
interface Job {
  name: string
  tab: 'Codigos' | 'Usuarios'
  /** The device by which `npm test` does it, too. */
  sample?: 'mouse' | 'keyboard'
  /** The most clicks that it may take. */
  clicks: number
  run: (hands: Hands, panel: Locator, page: Page) => Promise<void>
}

const cells = (panel: Locator, column: number) => panel.locator(`tbody tr td:nth-child(${column})`)

const jobs: Job[] = [
  {
    name: 'find a code by a part of it',
    tab: 'Codigos',
    clicks: 1,
    async run(hands, panel) {
      await hands.search(codeOf(77_777).slice(2))
      await expect(cells(panel, 3)).toHaveText([codeOf(77_777)])
    },
  },
  {
    name: 'find a user by phone',
    tab: 'Usuarios',
    clicks: 1,
    async run(hands, panel) {
      await hands.search('300 155-0000')
      await expect(cells(panel, 2)).toHaveText(['Ana Ruiz 50000'])
    },
  },
  {
    name: 'find a user by mail',
    tab: 'Usuarios',
    clicks: 1,
    async run(hands, panel) {
      await hands.search('RUIZ.77777@')
      await expect(cells(panel, 2)).toHaveText(['Ana Ruiz 77777'])
    },
  },
  {
    name: 'look up a pasted list of 40 codes',
    sample: 'keyboard',
    tab: 'Codigos',
    clicks: 1,
    async run(hands, panel) {
      const list = [...codes.slice(1000, 1038).map(({ name }) => name), 'FALTA1', 'FALTA2']
      await hands.search(list.join('\n'))
      await expect(panel.getByText('1–10 de 38 (de 100.000)').first()).toBeVisible()
      await expect(panel.getByText('2 líneas sin resultado')).toBeVisible()
    },
  },
  {
    name: 'count the unassigned codes',
    tab: 'Codigos',
    clicks: 1,
    async run(hands, panel) {
      await hands.press(panel.getByRole('button', { name: '66.666 sin asignar' }))
      await expect(panel.getByText('1–10 de 66.666 (de 100.000)').first()).toBeVisible()
    },
  },
  {
    name: 'copy a link to a view for a colleague',
    tab: 'Codigos',
    clicks: 2,
    async run(hands, panel, page) {
      await hands.search('nanez 99')
      await hands.press(panel.getByRole('button', { name: 'Copiar enlace' }))
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\?tab=codigos#q=nanez\+99$/)
    },
  },
  {
    name: 'save the CSV of a filtered view',
    sample: 'mouse',
    tab: 'Codigos',
    clicks: 2,
    async run(hands, panel, page) {
      await hands.press(panel.getByRole('button', { name: '16.667 redimidos' }))
      await expect(panel.getByText('1–10 de 16.667 (de 100.000)').first()).toBeVisible()
      const { text } = await download(page, () => hands.press(panel.getByRole('button', { name: 'CSV' })))
      expect(text.split('\r\n')).toHaveLength(1 + 16_667)
    },
  },
  {
    name: 'go to the middle of 100,000 rows',
    tab: 'Codigos',
    clicks: 1,
    async run(hands, panel, page) {
      await hands.press(panel.getByLabel('Ir a la página'))
      await page.keyboard.insertText('5000')
      await page.keyboard.press('Enter')
      await expect(cells(panel, 3)).toHaveText(codes.slice(49_990, 50_000).map(({ name }) => name))
    },
  },
]

/** Serves 100,000 rows and opens a tab. */
async function open(page: Page, tab: Job['tab']): Promise<Locator> {
  const [path, data] = tab === 'Codigos' ? ['SelectCodes', codes] : ['SelectUsers', users]
  await page.route(`**/${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { data: { data } } })
  })
  await openMain(page, `/main?tab=${tab.toLowerCase()}`)
  const panel = await loadedPanel(page, tab)
  await expect(panel.getByRole('button', { name: '100.000 en total' })).toBeVisible()
  return panel
}

for (const job of jobs) {
  for (const device of ['mouse', 'keyboard'] as const) {
    test(`${job.name}, by ${device}`, sampled(job.sample === device), async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const panel = await open(page, job.tab)
      const hands = device === 'mouse' ? new Mouse(page, panel) : new Keyboard(page)
      const start = performance.now()
      await job.run(hands, panel, page)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      taken[job.name] = { ...taken[job.name], [device]: hands.count, [`seconds by ${device}`]: seconds }
      if (device === 'mouse') expect(hands.count).toBeLessThanOrEqual(job.clicks)
    })
  }
}
