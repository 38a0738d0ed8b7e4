import type { JSHandle, Page } from 'playwright-core'
import type { Finding } from '../../findings'

/** Facts about a page by name. Unchanged facts are identical values. */
export type Facts = Map<string, unknown>

/** What code in the page must know of the tab under test. */
export interface TabInPage {
  name: string
  version: string
  id: string
  label: string
  /** The value of `data-styles` at its elements (D34), and the window property of its container. */
  styles: string
  /** The URL of the folder with its files. */
  files: string
  /** Of the container of a neighbour, which knows the modules that tabs share. */
  neighbour: string
}

/** A page of a shell with a neighbour, in which the tab under test is opened and closed. */
export interface Visited {
  page: Page
  tab: TabInPage
}

/**
 * When a check looks: at the open tab, also with a dialog and in a narrow window, at its slots in another tab, or once all
 * of it is closed and unmounted.
 */
export type Moment = 'open' | 'dialog' | 'narrow' | 'slot' | 'closed'

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
 */
export function compared(read: (tab: TabInPage) => Facts | Promise<Facts>): Check['watch'] {
  return async ({ page, tab }) => {
    const before: JSHandle<Facts> = await page.evaluateHandle(read, tab)
    return async () => {
      const after: JSHandle<Facts> = await page.evaluateHandle(read, tab)
      const changes = await page.evaluate(differences, { before, after })
      await after.dispose()
      return changes
    }
  }
}

/** Runs in the page. */
function differences({ before, after }: { before: Facts; after: Facts }): string[] {
  const shown = (value: unknown) => (typeof value === 'string' ? ` ("${value.slice(0, 80)}")` : '')
  const changed = [...after].flatMap(([name, value]) => {
    if (!before.has(name)) return [`${name} was added${shown(value)}`]
    return Object.is(before.get(name), value) ? [] : [`${name} was changed${shown(value)}`]
  })
  return [...changed, ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} was removed`)]
}
