import type { BrowserContext } from 'playwright-core'
import { type Check, compared, type Facts } from './check'

/** What the browser keeps for the origin of the shell, which all tabs share. */
export const storage: Check = {
  code: 'storage-left',
  problem: 'keeps data in the browser',
  fix: 'Use the view, draft and receipts of the tab’s props: they end with the session, and no other tab reads them.',
  at: ['closed'],
  async watch(visited) {
    const context = visited.page.context()
    const look = await compared(readStorage)(visited)
    const cookies = await cookiesOf(context)
    return async (moment) => {
      const added = (await cookiesOf(context)).filter((cookie) => !cookies.includes(cookie))
      return [...(await look(moment)), ...added]
    }
  },
}

/** The cookies that scripts can change, of all paths: a page sees some of them. */
async function cookiesOf(context: BrowserContext): Promise<string[]> {
  const cookies = (await context.cookies()).filter(({ httpOnly }) => !httpOnly)
  return cookies.map(({ name, value, path }) => `cookie "${name}" of ${path} with the value "${value}"`)
}

/** Runs in the page. */
async function readStorage(): Promise<Facts> {
  const facts: Facts = new Map([['window.name', name]])
  for (const [kind, storage] of Object.entries({ localStorage, sessionStorage })) {
    for (const [key, value] of Object.entries<string>(storage)) {
      // The density that staff choose for all tables, and what the shell itself keeps of the tabs that are opened.
      if (/^canje\.(density|opened-tabs)$|^canje\.state\/(?!.*\/canje-neighbour$)/.test(key)) continue
      const isState = /^canje\.state\//.test(key)
      const kept = key === 'canje.session' ? value.replace(/,"receipts":.*(?=}$)/, '') : value
      facts.set(`${kind} "${key}"`, isState ? '' : kept)
    }
  }
  for (const { name } of await indexedDB.databases()) facts.set(`IndexedDB "${name}"`, '')
  // Absent without a secure context.
  for (const name of (await globalThis.caches?.keys()) ?? []) facts.set(`cache "${name}"`, '')
  const directory = await navigator.storage?.getDirectory()
  if (directory) for await (const name of directory.keys()) facts.set(`file "${name}"`, '')
  return facts
}
