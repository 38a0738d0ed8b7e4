import { setTimeout } from 'node:timers/promises'
import { longestTask } from '../main-thread'
import type { TableData } from './data'
import { jobs } from './jobs'
import { memoryOfPages } from './memory'
import { measurePlain, openCanje } from './pages'
import type { Product } from './product'
import type { RawCdpPage } from './raw-cdp-page'

const NUMBER_COLUMN = 1
const PAGES_TURNED = 5
/** Searches are fast from this time after loading on, in milliseconds. */
const SEARCH_PREPARED_MS = 2000

/** The values of one round for one table. Times are in milliseconds; memory is a multiple of the length of the JSON. */
export type Round = Awaited<ReturnType<typeof measureRound>>

interface Size {
  /** Length of the JSON, in bytes. */
  length: number
  /** Memory of a page with a table of one row, in bytes. */
  withoutRows: number
}

/** Measures one round: Canje, its memory and main thread, and the references. */
export async function measureRound(product: Product, table: TableData, size: Size) {
  const plain = await measurePlain(product, table)
  const early = await measureEarly(product, table)
  const { page, firstRow, whole } = await openCanje(product, table)
  const memory = ((await memoryOfPages(product.browser)) - size.withoutRows) / size.length
  await setTimeout(SEARCH_PREPARED_MS)
  const times = await doJobs(page, table)
  await page.close()
  return { plain, early, firstRow, whole, memory, times, ...(await measureBlocks(product, table)) }
}

/** @returns the memory of a page with a loaded tab of Canje, in bytes */
export async function memoryOf(product: Product, table: TableData): Promise<number> {
  const { page } = await openCanje(product, table)
  const memory = await memoryOfPages(product.browser)
  await page.close()
  return memory
}

/** Measures while searches are prepared in the background. */
async function measureEarly(product: Product, table: TableData) {
  const { page } = await openCanje(product, table)
  await jobs.jump(page)
  const turn = await jobs.turn(page)
  const sort = await jobs.order(page, table.nameColumn)
  await page.close()
  return { turn, sort }
}

async function doJobs(page: RawCdpPage, table: TableData) {
  // Before ordering: the libraries write the server's order.
  const files = { csv: await jobs.csv(page), excel: await jobs.excel(page) }
  const shown = {
    ...(table.hasPanel && { panel: await jobs.panel(page) }),
    ...(table.hasSummary && { summary: await jobs.summary(page) }),
    jump: await jobs.jump(page),
    turn: await jobs.turn(page),
  }
  const sort = await jobs.order(page, table.nameColumn)
  const numberSort = await jobs.order(page, NUMBER_COLUMN)
  return { ...files, ...shown, sort, numberSort, search: await jobs.search(page, table.search) }
}

async function measureBlocks(product: Product, table: TableData) {
  const block = await longestTask(product.browser, table.endpoint, async () => {
    const { page } = await openCanje(product, table)
    await doJobs(page, table)
    if (table.many) await jobs.copy(page, table.many)
    await page.close()
  })
  const { page } = await openCanje(product, table)
  const turnBlock = await longestTask(product.browser, undefined, async () => {
    for (let turned = 0; turned < PAGES_TURNED; turned++) await jobs.turn(page)
  })
  await page.close()
  return { block, turnBlock }
}
