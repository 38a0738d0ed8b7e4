import { setTimeout } from 'node:timers/promises'
import { longestTask } from '../main-thread'
import { fieldsOf, type TableData } from './data'
import { memoryOfPages } from './memory'
import { callInPage, fetchAndParse, openCanje, openPlain } from './pages'
import type { Product } from './product'

/** One-based columns of `id` in all tables, and of `name` in the plain ones, which follow the order of the fields. */
const NUMBER_COLUMN = 1
const PLAIN_NAME_COLUMN = 2
const PAGES_TURNED = 5
const headerOf = (column: number) => `thead th:nth-child(${column}) .p-column-title`
/** Searches are fast from this time after loading on, in milliseconds. */
const SEARCH_PREPARED_MS = 2000

/** The values of one round for one table. Times are in milliseconds; memory is a multiple of the length of the JSON. */
export type Round = Awaited<ReturnType<typeof measureRound>>
/** The same rows in the plain table. */
export type PlainTimes = Awaited<ReturnType<typeof measurePlain>>

interface Size {
  /** Length of the JSON, in bytes. */
  length: number
  /** Memory of a page with a table of one row, in bytes. */
  withoutRows: number
  /** Whether the plain table can hold the rows. */
  hasPlain: boolean
}

/** Measures one round: Canje, its memory and main thread, and the references. */
export async function measureRound(product: Product, table: TableData, size: Size) {
  const parse = await fetchAndParse(product, table)
  const times = await measureCanje(product, table)
  const memory = ((await memoryOf(product, table)) - size.withoutRows) / size.length
  const plain = size.hasPlain ? await measurePlain(product, table) : undefined
  const blocks = await measureBlocks(product, table)
  return { parse, memory, plain, ...times, ...blocks }
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
  const csv = await callInPage(page, 'probe', 'saveCsv')
  const sort = await callInPage(page, 'probe', 'change', headerOf(table.nameColumn))
  const numberSort = await callInPage(page, 'probe', 'change', headerOf(NUMBER_COLUMN))
  await page.close()
  return { firstRow, whole, csv, sort, numberSort, search: await measureSearch(product, table) }
}

async function measureSearch(product: Product, table: TableData): Promise<number> {
  const { page } = await openCanje(product, table)
  await setTimeout(SEARCH_PREPARED_MS)
  const time = await callInPage(page, 'probe', 'search', table.search)
  await page.close()
  return time
}

async function measurePlain(product: Product, table: TableData) {
  const page = await openPlain(product, table)
  const fields = fieldsOf(table)
  const typedSort = await callInPage(page, 'plain', 'sortTyped', 'id')
  const csv = await callInPage(page, 'plain', 'makeCsv', fields)
  const search = await callInPage(page, 'plain', 'search', fields, table.search)
  const sort = await callInPage(page, 'probe', 'change', headerOf(PLAIN_NAME_COLUMN))
  await page.close()
  return { typedSort, csv, sort, search }
}

async function measureBlocks(product: Product, table: TableData) {
  const block = await longestTask(product.browser, table.endpoint, async () => {
    const { page } = await openCanje(product, table)
    await callInPage(page, 'probe', 'change', headerOf(table.nameColumn))
    await callInPage(page, 'probe', 'saveCsv')
    await callInPage(page, 'probe', 'search', table.search)
    await page.close()
  })
  const { page } = await openCanje(product, table)
  const turnBlock = await longestTask(product.browser, undefined, async () => {
    for (let turned = 0; turned < PAGES_TURNED; turned++) await callInPage(page, 'probe', 'change', '.p-paginator-next')
  })
  await page.close()
  return { block, turnBlock }
}
