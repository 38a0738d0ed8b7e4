import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { Scope } from 'workspace'
import { NAMES_FOR_PAGES, openBrowser } from '../browser'
import type { Bench } from '../suite'
import { bound } from '../threshold'
import { CODES, type DevServer, startDevServers } from './dev-servers'

/** What a line of a source file says, and what else it may say. */
interface Line {
  name: string
  file: string
  wordings: [string, string]
}

const LINES: Line[] = [
  { name: 'the tab', file: 'mf-codes/src/Tab.tsx', wordings: ['Borrar codigos', 'Quitar codigos'] },
  { name: 'shared-ui', file: 'shared-ui/src/components/paginator.tsx', wordings: ['entries', 'records'] },
  { name: 'the shell', file: 'shell/src/main/MainScreen.tsx', wordings: ['Cerrar sesión', 'Terminar sesión'] },
]
const TYPED = '42'

/** From the save of a changed line to the page that shows it, in `npm run dev` and in the dev server of one bundle. */
export async function measureEdits(bench: Bench): Promise<void> {
  const scope = new Scope(bench.stop)
  try {
    const { canje, reference } = await startDevServers(scope)
    const browser = await scope.open(openBrowser(bench.stop))
    for (const line of LINES) {
      const pages = [await openAtWork(browser, canje), await openAtWork(browser, reference)] as const
      await bench.measure(`A line of ${line.name}, from its save to the page`, {
        unit: 'ms',
        subject: () => changeLine(line, canje, pages[0]),
        reference: () => changeLine(line, reference, pages[1]),
        bound: bound.atMost(1000),
      })
      await Promise.all(pages.map((page) => page.close()))
    }
  } finally {
    await scope.close()
  }
}

/** Gives a line its other wording: what is changed now is undone the next time. */
async function changeLine(
  { file, wordings: [first, second] }: Line,
  { folder }: DevServer,
  page: Page,
): Promise<number> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  const [old, changed] = source.includes(first) ? [first, second] : [second, first]
  const shown = page.evaluate(timeWhenShown, changed)
  const saved = Date.now()
  await writeFile(path, source.replace(old, changed))
  const took = (await shown) - saved
  await requireState(page)
  return took
}

/** A page of somebody at work: on the second page of the codes, with a number typed into an open dialog. */
async function openAtWork(browser: Browser, { origin }: DevServer): Promise<Page> {
  const page = await browser.newPage({ locale: 'es-CO' })
  await page.addInitScript(NAMES_FOR_PAGES)
  await page.goto(`${origin}/login`)
  await page.getByLabel('Usuario').fill('admin')
  await page.getByLabel('Contraseña').fill('demo-1234')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await page.locator('.p-paginator-page').nth(1).click()
  await page.getByRole('button', { name: 'Crear codigo' }).click()
  await page.getByLabel('Cantidad Codigos').fill(TYPED)
  await requireState(page)
  return page
}

/** @throws Error when the page was loaded again, or a component has lost its state */
async function requireState(page: Page): Promise<void> {
  const typed = page.getByLabel('Cantidad Codigos')
  const report = page.getByText(`Showing 11 to 20 of ${CODES}`)
  const isKept = (await report.isVisible()) && (await typed.isVisible()) && (await typed.inputValue()) === TYPED
  if (!isKept) throw new Error('After a change the page is not what it was: its state is lost.')
}

/** Runs in the page. */
async function timeWhenShown(text: string): Promise<number> {
  await new Promise<void>((resolve) => {
    const look = () => (document.body.textContent.includes(text) ? resolve() : requestAnimationFrame(look))
    look()
  })
  // The frame that shows it is painted before the next one begins.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return Date.now()
}
