import { setTimeout } from 'node:timers/promises'
import { NAME_COLUMN, NUMBER_COLUMN, SEARCH } from './data'
import { jobs } from './jobs'
import { memoryOfPage } from './memory'
import { callInPage, measurePlain, openCanje } from './pages'
import type { Product } from './product'

/** Searches are fast from this time after loading on, in milliseconds. */
const SEARCH_PREPARED_MS = 2000

/** The values of one round. Times are in milliseconds; memory is a multiple of the length of the JSON. */
export type Round = Awaited<ReturnType<typeof measureRound>>

/**
 * Measures one round: Canje, its memory and main thread, and the references.
 *
 * @param length of the JSON, in bytes
 * @param withoutRows memory of a page with a table of one row, in bytes
 */
export async function measureRound(product: Product, length: number, withoutRows: number) {
  const plain = await measurePlain(product)
  const { page, firstRow, whole } = await openCanje(product)
  await setTimeout(SEARCH_PREPARED_MS)
  const times = {
    turn: await jobs.turn(page),
    sort: await jobs.order(page, NAME_COLUMN),
    numberSort: await jobs.order(page, NUMBER_COLUMN),
    search: await jobs.search(page, SEARCH),
  }
  const block = await callInPage(page, 'probe', 'longestBlock')
  const memory = ((await memoryOfPage(product.browser, page)) - withoutRows) / length
  await page.close()
  return { plain, firstRow, whole, memory, times, block }
}

/** @returns the memory of a page with a loaded tab of Canje, in bytes */
export async function memoryOf(product: Product): Promise<number> {
  const { page } = await openCanje(product)
  const memory = await memoryOfPage(product.browser, page)
  await page.close()
  return memory
}
