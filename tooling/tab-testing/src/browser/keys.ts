import { expect, type Page } from '@playwright/test'

/** What staff type in a field of the shell. */
const ALL_KEYS = 'abcdefghijklmnñopqrstuvwxyz 0123456789?/.'

/** Requires that other fields get the keys typed in them, and that Tab goes on to them by controls that show the focus. */
export async function expectKeys(page: Page): Promise<void> {
  for (const side of ['prepend', 'append'] as const)
    await page.evaluate((name) => document.body[name](document.createElement('input')), side)
  const fields = page.locator('body > input')
  await fields.first().focus()
  await page.keyboard.type(ALL_KEYS)
  for (const key of ['ArrowLeft', 'Delete', 'Tab']) await page.keyboard.press(key)
  await expect(fields.first(), 'Typed in a field beside the tab').toHaveValue(ALL_KEYS.slice(0, -1))
  const isThrough = () => fields.last().evaluate((one) => one === document.activeElement)
  const most = await page.locator('*').count()
  for (let presses = 0; presses < most && !(await isThrough()); presses++) {
    expect(await page.evaluate(unseenFocus), 'The control with the focus, which has no outline').toBeUndefined()
    await page.keyboard.press('Tab')
  }
  await expect(fields.last(), 'Tab goes through the page, to a field after it').toBeFocused()
}

/**
 * Runs in the page. Forced colours keep outlines, but no shadows and no colours of lines. A row may show the focus of its cells,
 * and what follows a hidden checkbox that of the checkbox.
 */
function unseenFocus(): string | undefined {
  const focused = document.activeElement?.closest('[role=tabpanel] :is(a, button, input, select, textarea)')
  const places = [focused?.nextElementSibling]
  for (let one = focused; one; one = one.parentElement) places.push(one)
  if (places.some((one) => one && getComputedStyle(one).outlineStyle !== 'none')) return
  return focused?.outerHTML.slice(0, 120)
}
