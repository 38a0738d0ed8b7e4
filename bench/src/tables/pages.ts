import type { Page } from '@playwright/test'
import { PATIENCE_MS } from '../browser'
import type { TableData } from './data'
import type {} from './plain-app'
import type {} from './probe'
import type { Product } from './product'

const NEXT_PAGE = '.p-paginator-next'
/** A session that has just begun. */
export const SIGN_IN = `
  sessionStorage.setItem('id_token', 'bench')
  sessionStorage.setItem('expires_at', String(Date.now() + 600_000))
`

/** A page of its own browser profile, with a session that has just begun. */
async function openPage({ browser, probe }: Product): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'es-CO' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript(probe)
  await page.addInitScript(SIGN_IN)
  return page
}

/**
 * Opens a tab of Canje and waits for all its rows. Its first call fails and is made again by its button, so that the
 * rows are waited for by a tab that stands: what it takes to open one is the matter of another suite.
 */
export async function openCanje(product: Product, { tab, call }: TableData): Promise<Page> {
  const { answers } = product.data
  const answer = answers.get(call)
  const page = await openPage(product)
  answers.delete(call)
  await page.goto(`${product.shellUrl}/main`)
  await page.getByRole('tab', { name: tab }).click()
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await retry.waitFor()
  if (answer) answers.set(call, answer)
  await Promise.all([settled(page), retry.click()])
  return page
}

/** Opens the plain table and waits for its rows. */
export async function openPlain(product: Product, { call, fields }: TableData): Promise<Page> {
  const page = await openPage(product)
  const address = `${product.data.url}plain.html?${new URLSearchParams({ url: call, fields: fields.join() })}`
  await Promise.all([settled(page), page.goto(address)])
  return page
}

/** All rows are there. The page says so by itself: what Playwright puts into it for a wait takes it 8 ms of the load. */
async function settled(page: Page): Promise<void> {
  await page.waitForEvent('console', { predicate: (message) => message.text() === 'settled' })
}

/** Loads all rows again. @returns milliseconds until they are there */
export function refresh(page: Page): Promise<number> {
  return page.evaluate(() => window.probe.refresh())
}

/** Turns the page. @returns milliseconds until its rows are in the document */
export async function turnPage(page: Page): Promise<number> {
  return (await change(page, NEXT_PAGE)).changed
}

/** Orders by the column of that number, from 1. @returns milliseconds until the rows are on the screen */
export async function sortBy(page: Page, column: number): Promise<number> {
  return (await change(page, `thead th:nth-child(${column})`)).painted
}

function change(page: Page, selector: string): Promise<{ changed: number; painted: number }> {
  return page.evaluate((target) => window.probe.change(target), selector)
}

/** Presses CSV. @returns milliseconds until the file is ready */
export function saveCsv(page: Page): Promise<number> {
  return page.evaluate(() => window.probe.saveCsv())
}

/** Orders by the first column's numbers in typed arrays. @returns milliseconds */
export function sortPlainTyped(page: Page): Promise<number> {
  return page.evaluate(() => window.plain.sortTyped('id'))
}

/** Has a library make the CSV file. @returns milliseconds */
export function makePlainCsv(page: Page, library: 'd3-dsv' | 'csv42', { fields }: TableData): Promise<number> {
  return page.evaluate(([name, some]) => window.plain.makeCsv(name, some), [library, fields] as const)
}
