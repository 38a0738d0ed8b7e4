import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Scope } from '@canje/cli/project'
import type { Browser, Page } from '@playwright/test'
import { NAMES_FOR_PAGES, openBrowser } from '../browser'
import { roundOrder } from '../rounds'
import type { Suite } from '../suite'
import { threshold } from '../threshold'
import { CODES, type DevServer, startDevServers } from './dev-servers'

/** A source line with two texts, between which each edit alternates. */
interface Line {
  name: string
  file: string
  texts: [string, string]
}

const LINES: Line[] = [
  { name: 'the tab', file: 'mf-codes/src/Tab.tsx', texts: ['Borrar codigos', 'Quitar codigos'] },
  { name: 'shared-ui', file: 'shared-ui/src/components/paginator.tsx', texts: ['Ir a la página', 'Vaya a la página'] },
  { name: 'the shell', file: 'shell/src/main/MainScreen.tsx', texts: ['Cerrar sesión', 'Terminar sesión'] },
]
const TYPED = '42'

/** The time from a save to the updated page, in `npm run dev` and in the dev server of one bundle. */
export const developers: Suite = {
  title: 'Developer feedback: hot reload',
  async run({ runs, stop, record }) {
    const scope = new Scope(stop)
    try {
      const { canje, reference } = await startDevServers(scope)
      const browser = await scope.open(openBrowser(stop))
      for (const line of LINES) {
        const subject = { server: canje, page: await openEditedPage(browser, canje), times: [] as number[] }
        const bundle = { server: reference, page: await openEditedPage(browser, reference), times: [] as number[] }
        for (let round = 0; round < runs; round++) {
          for (const { server, page, times } of roundOrder([subject, bundle], round)) {
            stop.throwIfAborted()
            times.push(await timeEdit(line, server, page))
          }
        }
        record(`Hot reload of an edit in ${line.name}, from save to paint`, {
          unit: 'ms',
          subject: subject.times,
          reference: bundle.times,
          threshold: threshold.atMost(1000),
        })
        await Promise.all([subject.page.close(), bundle.page.close()])
      }
    } finally {
      await scope.close()
    }
  },
}

/** Replaces a line's text by its other one, and measures the milliseconds until the page shows it. */
async function timeEdit({ file, texts: [first, second] }: Line, { folder }: DevServer, page: Page): Promise<number> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  const [old, changed] = source.includes(first) ? [first, second] : [second, first]
  const painted = page.evaluate(timeOfPaint, changed)
  const saved = Date.now()
  await writeFile(path, source.replace(old, changed))
  const duration = (await painted) - saved
  await requireState(page)
  return duration
}

/** Opens a page with component state: the second page of the codes, and a number typed into an open dialog. */
async function openEditedPage(browser: Browser, { origin }: DevServer): Promise<Page> {
  const page = await browser.newPage({ locale: 'es-CO' })
  await page.addInitScript(NAMES_FOR_PAGES)
  await page.goto(`${origin}/login`)
  await page.getByLabel('Usuario').fill('admin')
  await page.getByLabel('Contraseña').fill('demo-1234')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await page.getByRole('tabpanel', { name: 'Codigos' }).locator('.p-paginator-page').nth(1).click()
  await secondPage(page).waitFor()
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').fill(TYPED)
  await requireState(page)
  return page
}

const secondPage = (page: Page) => page.getByText(`Showing 11 to 20 of ${CODES}`)

/** @throws {Error} when the page was reloaded, or a component has lost its state; rows may be loading again */
async function requireState(page: Page): Promise<void> {
  await secondPage(page).waitFor()
  if ((await page.getByLabel('Cantidad Codigos').inputValue()) === TYPED) return
  throw new Error('The page has lost its state after an edit: hot reload has reloaded it.')
}

/** Runs in the page. Resolves with the epoch time in milliseconds at which the text is painted. */
async function timeOfPaint(text: string): Promise<number> {
  await new Promise<void>((resolve) => {
    const look = () => (document.body.textContent.includes(text) ? resolve() : requestAnimationFrame(look))
    look()
  })
  // A frame is painted before the next one begins.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return Date.now()
}
