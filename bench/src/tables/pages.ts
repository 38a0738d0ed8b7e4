import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PATIENCE_MS } from '../browser'
import type { TableData } from './data'
import type {} from './plain-app'
import type {} from './probe'
import type { Product } from './product'
import { UnwatchedPage } from './unwatched-page'

const NEXT_PAGE = '.p-paginator-next'
const SIGN_IN = `
  sessionStorage.setItem('id_token', 'bench')
  sessionStorage.setItem('expires_at', String(Date.now() + 600_000))
`
const SETTLED = `new Promise((resolve) => {
  const look = () => window.probe.settled > 0 ? resolve() : requestAnimationFrame(look)
  look()
})`

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

/** How long it takes to fetch and to parse an answer, in milliseconds, in a page that does nothing else. */
export async function fetchAndParse(product: Product, { call }: TableData): Promise<number> {
  const page = await openPage(product)
  await page.goto(`${product.data.url}ValidateLogin`)
  const time = await page.evaluate(async (url) => {
    const begun = performance.now()
    await (await fetch(url)).json()
    return performance.now() - begun
  }, call)
  await page.context().close()
  return time
}

/** Times of a load in milliseconds: from the first byte to the first row, from the request to the last. */
export function loadTimes(page: Page, { call }: TableData): Promise<{ first: number; whole: number }> {
  return page.evaluate((name) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const asked = entries.findLast((entry) => entry.name.endsWith(name) && entry.responseStart > 0)
    const { firstRow, settled } = window.probe
    return { first: firstRow - (asked?.responseStart ?? 0), whole: settled - (asked?.startTime ?? 0) }
  }, `/${call}`)
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

/** Memory of a page with a tab of Canje, once all its rows are there, in bytes, as the system has it. */
export async function memoryOf(product: Product, { tabId }: TableData): Promise<number> {
  const page = await UnwatchedPage.open(product.browser, `${product.probe};${SIGN_IN}`)
  await page.goto(`${product.shellUrl}/main?tab=${tabId}`)
  await page.evaluate(SETTLED)
  const memory = await rendererMemory(product)
  await page.close()
  return memory
}

/** Memory of all processes that draw pages, in bytes, as the system has it. */
async function rendererMemory({ browser }: Product): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return ids.reduce((sum, id) => sum + privateMemory(id), 0)
}

function privateMemory(id: number): number {
  if (!readdirSync('/proc').includes(String(id))) return 0
  const pages = /^Private_Dirty:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
  return Number(pages?.[1] ?? 0) * 1024
}
