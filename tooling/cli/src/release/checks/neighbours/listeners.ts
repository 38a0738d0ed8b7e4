import type { CDPSession } from 'playwright-core'
import { MEDIA } from './activity'
import type { Check } from './check'

/** Objects that outlive every tab, beside the elements of the page. */
const TARGETS = [
  'window',
  'document.fonts',
  'visualViewport',
  'screen',
  'screen.orientation',
  'navigation',
  'cookieStore',
  'performance',
  'speechSynthesis',
  'navigator.connection',
  'navigator.mediaDevices',
  'navigator.serviceWorker',
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
      [...(await listenersOf(session, files, tab.files))].map(([listener, count]) =>
        count === 1 ? listener : `${listener}, ${count} times`,
      )
  },
}

/** @returns how many there are of each event, object and place in a file */
async function listenersOf(
  session: CDPSession,
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const add = async (target: string, objectId: string | undefined) => {
    if (!objectId) return
    // Of the document, those of all elements too.
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId, depth: -1 })
    for (const { type, scriptId, lineNumber, columnNumber, backendNodeId } of listeners) {
      const file = files.get(scriptId)
      if (file === undefined) continue
      const object = backendNodeId === undefined ? target : await elementOf(session, backendNodeId, folder)
      if (object === undefined) continue
      const name = `"${type}" on ${object}, of ${file}:${lineNumber + 1}:${columnNumber + 1}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const evaluated = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, objectGroup: 'listeners' })).result.objectId
  for (const target of ['document', ...TARGETS]) await add(target, await evaluated(`globalThis.${target}`))
  const queries = await evaluated(`[...globalThis[Symbol.for('${MEDIA}')]]`)
  for (const id of await elementsOf(session, queries)) await add('matchMedia()', id)
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'listeners' })
  return counts
}

/** @returns the ids of the elements of an array */
async function elementsOf(session: CDPSession, objectId = ''): Promise<(string | undefined)[]> {
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true })
  return result.map(({ value }) => value?.objectId)
}

/** @returns its tag and id; undefined for one that loads a file of the tab: its loader may leave a handler */
async function elementOf(session: CDPSession, backendNodeId: number, folder: string): Promise<string | undefined> {
  const { nodeName, attributes = [] } = (await session.send('DOM.describeNode', { backendNodeId })).node
  if (attributes.some((value) => value.startsWith(folder))) return undefined
  const id = attributes[attributes.indexOf('id') + 1]
  return nodeName.startsWith('#')
    ? 'document'
    : `<${nodeName.toLowerCase()}${attributes.includes('id') ? `#${id}` : ''}>`
}
