import { setTimeout } from 'node:timers/promises'
import { longestTask } from '../main-thread'
import type { TableData } from './data'
import { memoryOfPages } from './memory'
import {
  fetchAndParse,
  makePlainCsv,
  openCanje,
  openPlain,
  saveCsv,
  searchFor,
  searchPlain,
  sortBy,
  sortPlainTyped,
  turnPage,
} from './pages'
import type { Product } from './product'

/** One-based columns of `id` in all tables, and of `name` in the plain ones, which follow the order of the fields. */
const NUMBER_COLUMN = 1
const PLAIN_NAME_COLUMN = 2
const PAGES_TURNED = 5
/** Searches are fast from this time after loading on, in milliseconds. */
const SEARCH_PREPARED_MS = 2000

/** The values of one round for one table. Times are in milliseconds. */
export interface Round {
  firstRow: number
  whole: number
  parse: number
  /** Memory of the page with all rows, as a multiple of the length of their JSON. */
  memory: number
  block: number
  turnBlock: number
  sort: number
  numberSort: number
  csv: number
  /** From a key press to the painted matches. */
  search: number
  /** The same rows in the plain table. */
  plain?: PlainTimes
}

export interface PlainTimes {
  sort: number
  typedSort: number
  csv: number
  search: number
}

interface Size {
  /** Length of the JSON, in bytes. */
  length: number
  /** Memory of a page with a table of one row, in bytes. */
  withoutRows: number
  /** Whether the plain table can hold the rows. */
  hasPlain: boolean
}

/** Measures one round: Canje, its memory and main thread, and the references. */
export async function measureRound(product: Product, table: TableData, size: Size): Promise<Round> {
  const parse = await fetchAndParse(product, table)
  const times = await measureCanje(product, table)
  const memory = ((await memoryOf(product, table)) - size.withoutRows) / size.length
  const plain = size.hasPlain ? { plain: await measurePlain(product, table) } : {}
  const blocks = await measureBlocks(product, table)
  return { parse, memory, ...times, ...plain, ...blocks }
}

/** @returns the memory of a page with a loaded tab of Canje, in bytes */
export async function memoryOf(product: Product, table: TableData): Promise<number> {
  const { page } = await openCanje(product, table)
  const memory = await memoryOfPages(product.browser)
  await page.close()
  return memory
}

async function measureCanje(product: Product, table: TableData) {
  const { page, firstRow, whole } = await openCanje(product, table)
  // Before ordering: the libraries write the server's order.
  const csv = await saveCsv(page)
  const sort = await sortBy(page, table.nameColumn)
  const numberSort = await sortBy(page, NUMBER_COLUMN)
  await page.close()
  return { firstRow, whole, csv, sort, numberSort, search: await measureSearch(product, table) }
}

async function measureSearch(product: Product, table: TableData): Promise<number> {
  const { page } = await openCanje(product, table)
  await setTimeout(SEARCH_PREPARED_MS)
  const time = await searchFor(page, table)
  await page.close()
  return time
}

async function measurePlain(product: Product, table: TableData): Promise<PlainTimes> {
  const page = await openPlain(product, table)
  const typedSort = await sortPlainTyped(page)
  const csv = Math.min(await makePlainCsv(page, 'd3-dsv', table), await makePlainCsv(page, 'csv42', table))
  const search = await searchPlain(page, table)
  const sort = await sortBy(page, PLAIN_NAME_COLUMN)
  await page.close()
  return { typedSort, csv, sort, search }
}

async function measureBlocks(product: Product, table: TableData) {
  const block = await longestTask(product.browser, table.endpoint, async () => {
    const { page } = await openCanje(product, table)
    await sortBy(page, table.nameColumn)
    await saveCsv(page)
    await searchFor(page, table)
    await page.close()
  })
  const { page } = await openCanje(product, table)
  const turnBlock = await longestTask(product.browser, undefined, async () => {
    for (let turned = 0; turned < PAGES_TURNED; turned++) await turnPage(page)
  })
  await page.close()
  return { block, turnBlock }
}
