import { sessionForTests } from 'shared-auth/testing'
import type { TableData } from './data'
import type {} from './plain-app'
import type {} from './probe'
import type { Product } from './product'
import { UnwatchedPage } from './raw-cdp-page'

const NEXT_PAGE = '.p-paginator-next'

/** A tab of Canje whose rows are all there, and what it took to load them, in milliseconds. */
interface LoadedTab {
  page: UnwatchedPage
  /** From the first byte to the first row on the screen. */
  firstRow: number
  /** From the request to all rows in the document. */
  whole: number
}

/** Opens a page of its own browser profile, with a session that has just begun. */
async function open({ browser, probe }: Product, url: string): Promise<UnwatchedPage> {
  const signIn = `Object.assign(sessionStorage, ${JSON.stringify(sessionForTests())})`
  const page = await UnwatchedPage.open(browser, `${probe};${signIn}`)
  await page.goto(url)
  return page
}

/**
 * Opens a tab of Canje and waits for all its rows. Its first call fails and is made again by its button, so that the
 * rows are waited for by a tab that stands: what it takes to open one is the matter of another suite.
 */
export async function openCanje(product: Product, { tabId, call }: TableData): Promise<LoadedTab> {
  const { answers } = product.data
  const answer = answers.get(call)
  answers.delete(call)
  const page = await open(product, `${product.shellUrl}/main?tab=${tabId}`)
  await ask(page, 'probe', 'failed')
  if (answer) answers.set(call, answer)
  return { page, ...(await ask(page, 'probe', 'retry', call)) }
}

/** Opens the plain table and waits for its rows. */
export async function openPlain(product: Product, { call, fields }: TableData): Promise<UnwatchedPage> {
  const address = `${product.data.url}plain.html?${new URLSearchParams({ url: call, fields: fields.join() })}`
  const page = await open(product, address)
  await ask(page, 'probe', 'allShown')
  return page
}

/** How long it takes to fetch and to parse an answer, in milliseconds, in a page that does nothing else. */
export async function fetchAndParse(product: Product, { call }: TableData): Promise<number> {
  const page = await open(product, `${product.data.url}ValidateLogin`)
  const time = await ask(page, 'probe', 'fetchAndParse', call)
  await page.close()
  return time
}

/** Waits until the shell has fetched the other tabs, which it does in idle time. */
export function otherTabsLoaded(page: UnwatchedPage): Promise<void> {
  return ask(page, 'probe', 'otherTabsLoaded')
}

/** Loads all rows again. @returns milliseconds until they are in the document: their paint would be counted in frames */
export function refresh(page: UnwatchedPage): Promise<number> {
  return ask(page, 'probe', 'refresh')
}

/** Turns the page. */
export async function turnPage(page: UnwatchedPage): Promise<void> {
  await ask(page, 'probe', 'change', NEXT_PAGE)
}

/** Orders by the column of that number, from 1. @returns milliseconds until the rows are on the screen */
export function sortBy(page: UnwatchedPage, column: number): Promise<number> {
  return ask(page, 'probe', 'change', `thead th:nth-child(${column})`)
}

/** Presses CSV. @returns milliseconds until the file is ready */
export function saveCsv(page: UnwatchedPage): Promise<number> {
  return ask(page, 'probe', 'saveCsv')
}

/** Orders by the first column's numbers in typed arrays. @returns milliseconds */
export function sortPlainTyped(page: UnwatchedPage): Promise<number> {
  return ask(page, 'plain', 'sortTyped', 'id')
}

/** Has a library make the CSV file. @returns milliseconds */
export function makePlainCsv(page: UnwatchedPage, library: 'd3-dsv' | 'csv42', { fields }: TableData): Promise<number> {
  return ask(page, 'plain', 'makeCsv', library, fields)
}

/** What the benchmark puts into its pages. */
type Instruments = Pick<Window, 'probe' | 'plain'>

/** Calls what the benchmark has put into a page. */
async function ask<Of extends keyof Instruments, Name extends keyof Instruments[Of] & string>(
  page: UnwatchedPage,
  of: Of,
  name: Name,
  ...given: Instruments[Of][Name] extends (...given: infer Given) => unknown ? Given : never
) {
  type Answer = Instruments[Of][Name] extends (...given: never) => infer Returned ? Awaited<Returned> : never
  const list = given.map((value) => JSON.stringify(value)).join()
  return (await page.evaluate(`window.${of}.${name}(${list})`)) as Answer
}
