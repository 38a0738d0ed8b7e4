import { sessionForTests } from '@canje/shared-auth/testing'
import type {} from './bare-loops'
import { ENDPOINT, FIELDS, SEARCH, TAB } from './data'
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
async function open({ browser }: Product, url: string, script: string): Promise<RawCdpPage> {
  const signIn = `Object.assign(sessionStorage, ${JSON.stringify(sessionForTests())})`
  const page = await RawCdpPage.open(browser, `${script};${signIn}`)
  await page.goto(url)
  return page
}

/**
 * Opens the tab of Canje and waits for all its rows. The first request fails and is repeated by 'Reintentar', so that the
 * times exclude loading the tab, which the federation suite measures.
 */
export async function openCanje(product: Product): Promise<LoadedTab> {
  const { responses } = product.data
  const response = responses.get(ENDPOINT)
  responses.delete(ENDPOINT)
  const page = await open(product, `${product.shellUrl}/main?tab=${TAB}`, product.probe)
  await callInPage(page, 'probe', 'failed')
  if (response) responses.set(ENDPOINT, response)
  return { page, ...(await callInPage(page, 'probe', 'retry', ENDPOINT)) }
}

/** What a bare loop takes for the rows, in milliseconds. */
export async function measurePlain(product: Product) {
  const page = await open(product, `${product.data.url}ValidateLogin`, product.plain)
  const times = {
    parse: await callInPage(page, 'plain', 'load', ENDPOINT),
    search: await callInPage(page, 'plain', 'search', FIELDS, SEARCH),
    turn: await callInPage(page, 'plain', 'showPage'),
    numberSort: await callInPage(page, 'plain', 'orderNumbers', 'id'),
    sort: await callInPage(page, 'plain', 'orderTexts', 'name'),
  }
  await page.close()
  return times
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
