import { longestTask } from '../main-thread'
import type { TableData } from './data'
import { fetchAndParse, loadCanje } from './loads'
import { makePlainCsv, openCanje, openPlain, saveCsv, sortBy, sortPlainTyped, turnPage } from './pages'
import type { Product } from './product'

/** The column of `id` in all tables, and that of `name` in the plain ones, which have the fields in their order. */
const NUMBER_COLUMN = 1
const PLAIN_NAME_COLUMN = 2
const PAGES_TURNED = 5

/** What one round measures of a table; times are in milliseconds. */
export interface Round {
  firstRow: number
  whole: number
  parse: number
  /** Memory of the page that all rows are in, in times the length of their JSON. */
  memory: number
  block: number
  turnBlock: number
  sort: number
  numberSort: number
  csv: number
  /** The same rows in the plain table. */
  plain?: PlainTimes
}

export interface PlainTimes {
  sort: number
  typedSort: number
  csv: number
}

interface Size {
  /** Of the JSON, in bytes. */
  length: number
  /** Memory of a page with a table of one row, in bytes. */
  withoutRows: number
  /** Whether the plain table can hold as many rows. */
  hasPlain: boolean
}

export async function measureRound(product: Product, table: TableData, size: Size): Promise<Round> {
  const parse = await fetchAndParse(product, table)
  const load = await loadCanje(product, table)
  const memory = (load.memory - size.withoutRows) / size.length
  const use = await measureUse(product, table)
  const plain = size.hasPlain ? { plain: await measurePlain(product, table) } : {}
  const blocks = await measureBlocks(product, table)
  return { parse, ...load, memory, ...use, ...plain, ...blocks }
}

async function measureUse(product: Product, table: TableData) {
  const page = await openCanje(product, table)
  // In the order of the server, as the libraries write it.
  const csv = await saveCsv(page)
  const sort = await sortBy(page, table.nameColumn)
  const numberSort = await sortBy(page, NUMBER_COLUMN)
  await page.context().close()
  return { csv, sort, numberSort }
}

async function measurePlain(product: Product, table: TableData): Promise<PlainTimes> {
  const page = await openPlain(product, table)
  const typedSort = await sortPlainTyped(page)
  const csv = Math.min(await makePlainCsv(page, 'd3-dsv', table), await makePlainCsv(page, 'csv42', table))
  const sort = await sortBy(page, PLAIN_NAME_COLUMN)
  await page.context().close()
  return { typedSort, csv, sort }
}

async function measureBlocks(product: Product, table: TableData) {
  const block = await longestTask(product.browser, table.call, async () => {
    const page = await openCanje(product, table)
    await sortBy(page, table.nameColumn)
    await saveCsv(page)
    await page.context().close()
  })
  const page = await openCanje(product, table)
  const turnBlock = await longestTask(product.browser, undefined, async () => {
    for (let turned = 0; turned < PAGES_TURNED; turned++) await turnPage(page)
  })
  await page.context().close()
  return { block, turnBlock }
}
