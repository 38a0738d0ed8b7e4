import { expect, type Page } from '@playwright/test'
import { type Focus, watchFocus } from '../rules/focus'

const GLOBAL = 'canjeFocus'
/** The end of each title of the shell, and the tab menu, which only its main screen has. */
const [TITLE_END, MENU] = [' · Canje', '[role=tablist][aria-label=Secciones]']
/** In ms: a dialog that closes returns the focus when its transition ends, and a busy machine answers late. */
const PATIENCE = 2_000

/** Requires that the tab in a page has kept the rules for every tab so far. @param where it is, for the message */
export type ExpectRules = (where?: string) => Promise<void>

/**
 * Watches a page from its next document on.
 *
 * @param errors the errors in its console that no test has allowed
 */
export async function watchRules(page: Page, errors: () => string[]): Promise<ExpectRules> {
  await page.addInitScript(`window.${GLOBAL} = (${watchFocus})()`)
  const problems = async () => [
    ...errors().map((error) => `console.error: ${error}`),
    ...(await page.evaluate(
      ([name, end, menu]): string[] => {
        const focus = Reflect.get(window, name) as Focus | undefined
        // A test may have left the shell.
        const isOwn = document.title.endsWith(end) || !document.querySelector(menu)
        const isPointed = (one: Element | null) => one && getComputedStyle(one).cursor === 'pointer'
        // The keys of a text field lead to options, which have no focus.
        const controls = 'a[href], button, input, select, textarea, label, summary, [tabindex], [role=option]'
        const pressed = [...document.querySelectorAll('[role=tabpanel] *')].filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && isPointed(one) && !isPointed(one.parentElement),
        )
        const unreachable = pressed.filter((one) => !one.closest(controls) && !one.querySelector(controls))
        return [
          ...unreachable.map(
            (one) => `No key reaches ${one.outerHTML.slice(0, 120)}, whose pointer is that of a button`,
          ),
          ...[...document.querySelectorAll('[role=tabpanel] [href]')]
            .flatMap((link) => link.getAttribute('href')?.match(/.*[^!-~].*/) ?? [])
            .map((href) => `A link to ${href}, whose text needs encodeURIComponent`),
          ...(isOwn ? [] : [`The title of the page is '${document.title}', which only the shell may change`]),
          ...(focus?.losses() ?? []),
        ]
      },
      [GLOBAL, TITLE_END, MENU] as const,
    )),
  ]
  return (where = '') =>
    expect.poll(problems, { message: `Rules for every tab ${where}`, timeout: PATIENCE }).toEqual([])
}
