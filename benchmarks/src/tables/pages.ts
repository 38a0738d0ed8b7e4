import { sessionForTests } from '@canje/shared-auth/testing'
import { fieldsOf, type TableData } from './data'
import type {} from './plain-app'
import type {} from './probe'
import type { Product } from './product'
import { RawCdpPage } from './raw-cdp-page'

/** A loaded tab of Canje, and its loading times in milliseconds. */
interface LoadedTab {
  page: RawCdpPage
  /** From the first byte to the first row on the screen. */
  firstRow: number
  /** From the request to all rows in the document. */
  whole: number
}

/** Opens a page with its own browser profile and a new session. */
async function open({ browser, probe }: Product, url: string): Promise<RawCdpPage> {
  const signIn = `Object.assign(sessionStorage, ${JSON.stringify(sessionForTests())})`
  const page = await RawCdpPage.open(browser, `${probe};${signIn}`)
  await page.goto(url)
  return page
}

/**
 * Opens a tab of Canje and waits for all its rows. The first request fails and is repeated by 'Reintentar', so that the
 * times exclude loading the tab, which the federation suite measures.
 */
export async function openCanje(product: Product, { tabId, endpoint }: TableData): Promise<LoadedTab> {
  const { responses } = product.data
  const response = responses.get(endpoint)
  responses.delete(endpoint)
  const page = await open(product, `${product.shellUrl}/main?tab=${tabId}`)
  await callInPage(page, 'probe', 'failed')
  if (response) responses.set(endpoint, response)
  return { page, ...(await callInPage(page, 'probe', 'retry', endpoint)) }
}

/** Opens the plain table and waits for its rows. */
export async function openPlain(product: Product, table: TableData): Promise<RawCdpPage> {
  const url = `${product.data.url}plain.html?${new URLSearchParams({ url: table.endpoint, fields: fieldsOf(table).join() })}`
  const page = await open(product, url)
  await callInPage(page, 'probe', 'allPainted')
  return page
}

/** @returns milliseconds to fetch and parse a response in an otherwise idle page */
export async function fetchAndParse(product: Product, { endpoint }: TableData): Promise<number> {
  const page = await open(product, `${product.data.url}ValidateLogin`)
  const time = await callInPage(page, 'probe', 'fetchAndParse', endpoint)
  await page.close()
  return time
}

/** The objects that the benchmark adds to `window`. */
type Instruments = Pick<Window, 'probe' | 'plain'>

/** Calls a function of the benchmark in a page. */
export async function callInPage<Of extends keyof Instruments, Name extends keyof Instruments[Of] & string>(
  page: RawCdpPage,
  of: Of,
  name: Name,
  ...given: Instruments[Of][Name] extends (...given: infer Given) => unknown ? Given : never
) {
  type Result = Instruments[Of][Name] extends (...given: never) => infer Returned ? Awaited<Returned> : never
  const list = given.map((value) => JSON.stringify(value)).join()
  return (await page.evaluate(`window.${of}.${name}(${list})`)) as Result
}
