import type { JSHandle, Page } from 'playwright-core'
import type { Finding } from '../../findings'

/** Facts about a page by name. Unchanged facts are identical values. */
export type Facts = Map<string, unknown>

/** What code in the page must know of the tab under test. */
export interface TabInPage {
  name: string
  /** The value of `data-styles` at its elements (D34, tab styles), and the window property of its container. */
  styles: string
  /** The URL of the folder with its files. */
  files: string
}

/** A page of a shell with a neighbour, in which the tab under test is opened and closed. */
export interface Visited {
  page: Page
  tab: TabInPage
}

/**
 * When a check looks: at the open tab, in a narrow window, after buttons were pressed and with the dialog that one opened, at its
 * slots in another tab, or once all of it is closed and unmounted.
 */
export type Moment = 'open' | 'narrow' | 'pressed' | 'dialog' | 'slot' | 'closed'

/** A check of what a tab does to the page around it. */
export interface Check {
  code: Finding['code']
  /** What the tab does, after its name. */
  problem: string
  fix: string
  at: readonly Moment[]
  /**
   * Looks at the page before the tab is opened.
   *
   * @returns what the tab has done since, one line each
   */
  watch(visited: Visited): Promise<(moment: Moment) => Promise<string[]>>
}

/**
 * Compares facts that code in the page reads.
 *
 * @param read runs in the page
 * @param option of what it reads
 */
export function compared(
  read: (values: { tab: TabInPage; option: string }) => Facts | Promise<Facts>,
  option = '',
): Check['watch'] {
  return async ({ page, tab }) => {
    const before: JSHandle<Facts> = await page.evaluateHandle(read, { tab, option })
    return async () => {
      const after: JSHandle<Facts> = await page.evaluateHandle(read, { tab, option })
      const changes = await page.evaluate(differences, { before, after })
      await after.dispose()
      return changes
    }
  }
}

/** Runs in the page. An element that was added or removed is named, but not what it has. */
function differences({ before, after }: { before: Facts; after: Facts }): string[] {
  const textOf = (value: unknown) => {
    if (value instanceof Element) return value.outerHTML
    return typeof value === 'string' ? `"${value}"` : ''
  }
  const shown = (value: unknown) => textOf(value) && ` (${textOf(value).slice(0, 80)})`
  const isOfOther = (name: string) => {
    const owner = name.slice(name.indexOf(' of <') + ' of '.length)
    return name.includes(' of <') && before.has(owner) !== after.has(owner)
  }
  const lines: string[] = []
  for (const [name, value] of after) {
    if (isOfOther(name) || (before.has(name) && Object.is(before.get(name), value))) continue
    lines.push(`${name} was ${before.has(name) ? 'changed' : 'added'}${shown(value)}`)
  }
  for (const name of before.keys()) if (!after.has(name) && !isOfOther(name)) lines.push(`${name} was removed`)
  return lines
}
