import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

/** @returns the private dirty memory of all renderer processes, in bytes, from `/proc` */
export async function memoryOfPages(browser: Browser): Promise<number> {
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
