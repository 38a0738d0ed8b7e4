import { expect, type Page } from '@playwright/test'
import { type Focus, watchFocus } from '../rules/focus'

const GLOBAL = 'canjeFocus'
/** The end of each title of the shell. */
const TITLE_END = ' · Canje'
/** In ms: a dialog that closes returns the focus when its transition ends. */
const PATIENCE = 1_000

/** Requires that the tab in a page has kept the rules for every tab so far. @param where it is, for the message */
export type ExpectRules = (where?: string) => Promise<void>

/**
 * Watches a page from its next document on.
 *
 * @param errors the errors in its console that no test has allowed
 */
export async function watchRules(page: Page, errors: () => string[]): Promise<ExpectRules> {
  await page.addInitScript(`window.${GLOBAL} = (${watchFocus})()`)
  const title = async () => {
    const text = await page.title()
    return text.endsWith(TITLE_END) ? [] : [`The title of the page is '${text}', which only the shell may change`]
  }
  const problems = async () => [
    ...errors().map((error) => `console.error: ${error}`),
    ...(await title()),
    ...(await page.evaluate(
      (name): string[] => (Reflect.get(window, name) as Focus | undefined)?.losses() ?? [],
      GLOBAL,
    )),
  ]
  return (where = '') =>
    expect.poll(problems, { message: `Rules for every tab ${where}`, timeout: PATIENCE }).toEqual([])
}
