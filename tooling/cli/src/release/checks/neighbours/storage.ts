import type { BrowserContext } from 'playwright-core'
import type { Activity } from './activity'
import { type Check, compared, type Facts, type TabInPage } from './check'

/** What the browser keeps for the origin of the shell, which all tabs share. */
export const storage: Check = {
  code: 'storage-left',
  problem: 'keeps data in the browser',
  fix: 'Use the view, draft and receipts of the tab’s props: they end with the session, and no other tab reads them.',
  at: ['closed'],
  async watch(visited) {
    const context = visited.page.context()
    const look = await compared(readStorage)(visited)
    const before = await cookiesOf(context)
    return async (moment) => {
      const after = await cookiesOf(context)
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (key) => before.get(key) !== after.get(key),
      )
      const lines = changed.map((key) =>
        after.has(key) ? `${key} was set to "${after.get(key)}"` : `${key} was removed`,
      )
      return [...(await look(moment)), ...lines]
    }
  },
}

/** The values of the cookies that scripts can change, of all paths: a page sees some of them. */
async function cookiesOf(context: BrowserContext): Promise<Map<string, string>> {
  const cookies = (await context.cookies()).filter(({ httpOnly }) => !httpOnly)
  return new Map(cookies.map(({ name, value, path }) => [`cookie "${name}" of ${path}`, value]))
}

/** Runs in the page. */
async function readStorage({ activity }: TabInPage): Promise<Facts> {
  const facts: Facts = new Map([['window.name', name]])
  // What is stored soon is not listed yet.
  const records: Set<Activity> = Reflect.get(window, Symbol.for(activity))
  for (const { kind, isOver } of records) if (/^(IndexedDB|cache|file) "/.test(kind) && !isOver()) facts.set(kind, '')
  for (const [kind, storage] of Object.entries({ localStorage, sessionStorage })) {
    for (const [key, value] of Object.entries<string>(storage)) {
      // The density that staff choose for all tables, and what the shell itself keeps of the tabs that are opened.
      if (/^canje\.(density|opened-tabs)$|^canje\.(state|seen|withdrawn)\/(?!.*\/canje-neighbour\/)/.test(key)) continue
      const isState = /^canje\.(state|seen|withdrawn)\//.test(key)
      const kept = key === 'canje.session' ? value.replace(/,"receipts":.*(?=}$)/, '') : value
      facts.set(`${kind} "${key}"`, isState ? '' : kept)
    }
  }
  for (const { name = '' } of await indexedDB.databases()) facts.set(`IndexedDB "${name}"`, '')
  // Absent without a secure context.
  for (const key of (await globalThis.caches?.keys()) ?? []) facts.set(`cache "${key}"`, '')
  const root = await globalThis.navigator.storage?.getDirectory?.().catch(() => undefined)
  if (root) for await (const key of root.keys()) facts.set(`file "${key}"`, '')
  return facts
}
