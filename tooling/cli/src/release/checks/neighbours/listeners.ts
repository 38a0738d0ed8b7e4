import type { CDPSession } from 'playwright-core'
import type { Check } from './check'

/** Objects that outlive every tab. */
const TARGETS = [
  'window',
  'document',
  'document.documentElement',
  'document.head',
  'document.body',
  'document.fonts',
  'document.querySelector("header")',
  'document.querySelector("main")',
  'visualViewport',
  'screen.orientation',
  'navigator.serviceWorker',
  'navigation',
]

/** Event listeners of the tab's files on objects that outlive the tab. */
export const listeners: Check = {
  code: 'listener-left',
  problem: 'leaves event listeners behind when it is closed',
  fix: 'Remove the listener in the function that its effect returns, with the same "capture".',
  at: ['closed'],
  async watch({ page, tab }) {
    const session = await page.context().newCDPSession(page)
    const files = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url.startsWith(tab.files)) files.set(scriptId, url.slice(tab.files.length))
    })
    await session.send('Debugger.enable')
    await session.send('Debugger.setSkipAllPauses', { skip: true })
    return async () =>
      [...(await listenersOf(session, files))].map(([listener, count]) =>
        count === 1 ? listener : `${listener}, ${count} times`,
      )
  },
}

/** @returns how many there are of each event, object and place in a file */
async function listenersOf(session: CDPSession, files: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const target of TARGETS) {
    const expression = `globalThis.${target}`
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: 'listeners' })
    if (!result.objectId) continue
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
    for (const { type, scriptId, lineNumber, columnNumber } of listeners) {
      const file = files.get(scriptId)
      if (file === undefined) continue
      const name = `"${type}" on ${target}, of ${file}:${lineNumber + 1}:${columnNumber + 1}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'listeners' })
  return counts
}
