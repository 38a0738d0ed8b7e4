import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { RawCdpPage } from './raw-cdp-page'

/** How long the browser takes at most to return collected memory, in milliseconds. */
const RETURNED_MS = 1500

/**
 * Measures what the only page of a browser keeps: how much garbage there is at a time is chance.
 *
 * @returns the private dirty memory of all renderer processes after a garbage collection, in bytes, from `/proc`
 */
export async function memoryOfPage(browser: Browser, page: RawCdpPage): Promise<number> {
  await page.collectGarbage()
  await setTimeout(RETURNED_MS)
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
