import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { TableData } from './data'
import { SIGN_IN } from './pages'
import type { Product } from './product'
import { UnwatchedPage } from './unwatched-page'

const LoadTimes = v.object({ firstRow: v.number(), whole: v.number() })

/** What it takes Canje to load a table. */
export interface Load extends v.InferOutput<typeof LoadTimes> {
  /** Memory of the page that all rows are in, in bytes, as the system has it. */
  memory: number
}

/** Opens a tab of Canje, whose first call fails, and loads its rows with the button for that. */
export async function loadCanje(product: Product, { tabId, call }: TableData): Promise<Load> {
  const { answers } = product.data
  const answer = answers.get(call)
  const page = await UnwatchedPage.open(product.browser, `${product.probe};${SIGN_IN}`)
  answers.delete(call)
  await page.goto(`${product.shellUrl}/main?tab=${tabId}`)
  await page.evaluate('window.probe.failed()')
  if (answer) answers.set(call, answer)
  const times = v.parse(LoadTimes, await page.evaluate(`window.probe.retry(${JSON.stringify(call)})`))
  const memory = await rendererMemory(product)
  await page.close()
  return { ...times, memory }
}

/** How long it takes to fetch and to parse an answer, in milliseconds, in a page that does nothing else. */
export async function fetchAndParse(product: Product, { call }: TableData): Promise<number> {
  const page = await UnwatchedPage.open(product.browser, product.probe)
  await page.goto(`${product.data.url}ValidateLogin`)
  const time = v.parse(v.number(), await page.evaluate(`window.probe.fetchAndParse(${JSON.stringify(call)})`))
  await page.close()
  return time
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
