import type { CDPSession } from 'playwright-core'
import { MEDIA } from './activity'
import type { Check } from './check'

/** Objects that outlive every tab; beside the elements of the page. */
const TARGETS = ['window', 'document', 'document.fonts', 'visualViewport', 'navigation', 'screen.orientation']

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
    return () => listenersOf(session, files, tab.files)
  },
}

/** @returns a line of each: event, object and place in a file */
async function listenersOf(session: CDPSession, files: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const lines: string[] = []
  const objectGroup = 'listeners'
  const add = async (target: string, objectId: string | undefined) => {
    if (!objectId) return
    // Of the document, those of all elements too.
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId, depth: -1 })
    for (const { type, scriptId, lineNumber, columnNumber, backendNodeId } of listeners) {
      const file = files.get(scriptId)
      if (file === undefined) continue
      const object = backendNodeId === undefined ? target : await elementOf(session, backendNodeId, folder)
      if (object !== undefined) lines.push(`"${type}" on ${object}, of ${file}:${lineNumber + 1}:${columnNumber + 1}`)
    }
  }
  const evaluated = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, objectGroup })).result.objectId
  for (const target of TARGETS) await add(target, await evaluated(`globalThis.${target}`))
  const objectId = (await evaluated(`globalThis[Symbol.for('${MEDIA}')]`)) ?? ''
  const queries = await session.send('Runtime.getProperties', { objectId, ownProperties: true })
  for (const { value } of queries.result) await add('matchMedia()', value?.objectId)
  await session.send('Runtime.releaseObjectGroup', { objectGroup })
  return lines
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
