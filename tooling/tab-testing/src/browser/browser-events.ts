import { BROWSER_PROTOCOL, countRequests } from '@canje/cli/release/tab-in-shell'
import type { BrowserContext, Page } from '@playwright/test'

/** How the message about an event begins that a test did not expect. */
export const UNEXPECTED = 'Unexpected event: '

/** Of {@link flushDownloads}. */
const LAST_DOWNLOAD = 'canje-last-download.txt'
const FLUSH_TIMEOUT_MS = 5_000
const MAX_QUOTED = 100

type Kind = 'download' | 'dialog' | 'popup' | 'filechooser'

/** What staff press in a dialog: Accept, Cancel, or Accept after a text. */
export type Answer = boolean | string

/** What a tab starts outside of its page. */
export interface BrowserEvents {
  /** Runs an action that is meant to start events of some kinds. @param answer to its dialogs */
  expecting<T>(kinds: readonly Kind[], action: () => Promise<T>, answer?: Answer): Promise<T>
  /** Waits until the page has done what it was going to. */
  quiet(): Promise<void>
  /** As {@link quiet}, and until the browser has reported the downloads. */
  settle(): Promise<void>
  /** For each event outside of such an action, what the tab did and how a test expects it, in one line. */
  unexpected: ReadonlySet<string>
}

/** Watches a page, and the windows that it opens, from its next document on. No event keeps a test waiting. */
export function watchBrowserEvents(page: Page): BrowserEvents {
  const context = page.context()
  const expected: Kind[] = []
  let answerToDialogs: Answer = true
  const lines = new Set<string>()
  const add = (kind: Kind, line: string) => expected.includes(kind) || lines.add(line)
  const watchFileChooser = (one: Page) =>
    one.on('filechooser', () =>
      add('filechooser', 'opened a file chooser: give it files with tab.chooseFiles(files, () => …)'),
    )

  const waitUntilQuiet = countRequests(context)
  watchFileChooser(page)
  context.on('download', (file) => {
    const name = file.suggestedFilename()
    if (name !== LAST_DOWNLOAD) add('download', `started the download ${name}: read it with tab.download(() => …)`)
  })
  context.on('dialog', (dialog) => {
    const type = dialog.type()
    const message = dialog.message() && ` ${quoted(dialog.message())}`
    add('dialog', `opened the dialog ${type}${message}: answer it with tab.dialog(() => …)`)
    // A refused beforeunload would keep the test on the page.
    const answer = type === 'beforeunload' || (expected.includes('dialog') && answerToDialogs)
    const text = typeof answer === 'string' ? answer : undefined
    // The test may have answered it by itself, or closed the page.
    void (answer === false ? dialog.dismiss() : dialog.accept(text)).catch(() => undefined)
  })
  context.on('page', (popup) => {
    watchFileChooser(popup)
    add('popup', `opened a window with ${quoted(popup.url())}: get its page with tab.popup(() => …)`)
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!BROWSER_PROTOCOL.test(url))
      lines.add(`opened ${quoted(url)} in another program: check the link with toHaveAttribute('href', …) instead`)
  })

  return {
    async expecting(kinds, action, answer = true) {
      expected.push(...kinds)
      answerToDialogs = answer
      try {
        return await action()
      } finally {
        for (const kind of kinds) expected.splice(expected.indexOf(kind), 1)
      }
    },
    quiet: () => waitUntilQuiet(page),
    async settle() {
      // The test may have closed the page.
      await waitUntilQuiet(page).catch(() => undefined)
      await flushDownloads(context, page).catch(() => undefined)
    },
    unexpected: lines,
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED))
}

/** Waits for a download of its own, since the browser reports the downloads of files in memory in their order. */
async function flushDownloads(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all([
    context.waitForEvent('download', {
      predicate: (file) => file.suggestedFilename() === LAST_DOWNLOAD,
      timeout: FLUSH_TIMEOUT_MS,
    }),
    page.evaluate((download) => {
      const href = URL.createObjectURL(new Blob())
      Object.assign(document.createElement('a'), { download, href }).click()
    }, LAST_DOWNLOAD),
  ])
}
