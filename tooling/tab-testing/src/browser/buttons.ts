import { expect } from '@playwright/test'
import { nameOf } from '../fault-proxy/faults'
import { isWrite } from '../rules/request-rules'
import type { BrowserEvents } from './browser-events'
import type { ExpectRules } from './rules'
import type { Tab } from './tab'

/** Presses of buttons, and of Escape once a dialog has no further ones. */
const MAX_STEPS = 40
/** What a press may start outside of the page. */
export const OUTSIDE = ['download', 'dialog', 'popup', 'filechooser'] as const

/**
 * Presses each button of a tab once, as staff who look around do, also in the dialogs that it opens: with a clipboard that
 * refuses, as browsers do without the permission, and a service that refuses changes.
 */
export async function pressEachButton(tab: Tab, events: BrowserEvents, expectRules: ExpectRules): Promise<void> {
  const { page } = tab
  const pressed: string[] = []
  await page.evaluate(refuseClipboard)
  await refuseWrites(tab)
  for (let step = 0; step < MAX_STEPS; step++) {
    const name = await events.expecting(OUTSIDE, async () => {
      const next = await page.evaluate(press, pressed)
      await events.quiet()
      return next
    })
    if (name !== undefined) pressed.push(name)
    else if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    else break
    await events.quiet()
    const where = `by the button '${name ?? 'Escape'}'`
    await expect(tab.panel.locator('[aria-busy=true]'), `What still waits ${where}`).toHaveCount(0)
    await expectRules(where)
  }
}

/** Has the service refuse the changes that a page requests from now on. */
export async function refuseWrites(tab: Tab): Promise<void> {
  await tab.page.route('**/*', async (route, request) => {
    const path = new URL(request.url()).pathname
    if (isWrite({ method: request.method(), path })) tab.fault(nameOf({ path }), 409)
    await route.fallback()
  })
}

/** Runs in the page. */
function refuseClipboard(): void {
  const refuse = () => Promise.reject(new DOMException('Permission denied.', 'NotAllowedError'))
  const value = { read: refuse, readText: refuse, write: refuse, writeText: refuse }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value })
}

/** Runs in the page: presses the next button, of a dialog if one is open, and of the last row of a list. Returns its name. */
function press(pressed: readonly string[]): string | undefined {
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.checkVisibility())
  const buttons = (dialog ?? document).querySelectorAll<HTMLElement>(
    '[role=tabpanel] button, [data-styles] button, [role=dialog] button, [role=dialog] [role=button]',
  )
  const rowOf = (button: Element) => button.closest('tbody tr, li')
  const isNext = (button: HTMLElement) =>
    !pressed.includes(nameOf(button)) &&
    button.checkVisibility() &&
    !button.matches(':disabled, [aria-disabled=true]') &&
    !button.closest('.p-toast') &&
    !rowOf(button)?.nextElementSibling
  function nameOf(button: HTMLElement): string {
    return (button.ariaLabel ?? button.innerText).replaceAll(/\d+/g, '#')
  }
  // The button that closes a dialog is its first one.
  const next = dialog ? [...buttons].findLast(isNext) : [...buttons].find(isNext)
  next?.focus()
  next?.click()
  return next && nameOf(next)
}
